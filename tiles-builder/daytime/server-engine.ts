/** Runs the SQL of the locations on a ClickHouse server over HTTP, in a database of its own, which the URL names. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { BadInput } from '../base/failures/bad-input.ts';
import { withoutCredentials } from '../base/failures/without-credentials.ts';
import { chunksOf } from '../sources/formats/chunks.ts';
import { ColumnStructure, type LocationFile } from './location-file.ts';
import { type SqlEngine, SqlError, type SqlParameters, UnusableEngine } from './sql-engine.ts';

/** A statement over a billion pings may take this long. */
const REQUEST_TIMEOUT_MS = 6 * 3_600_000;
/** ClickHouse before 25.6 takes longitude first in `geoToH3`, and does not know this setting. */
const CLIENT = {
  log: { level: ClickHouseLogLevel.OFF },
  clickhouse_settings: { geotoh3_argument_order: 'lat_lon' },
} as const;
/** The last statement of an ended process arrives within this time. */
const ARRIVES_WITHIN_MS = 300;

/**
 * Creates the database.
 * @param url with the name of a database that is not there as its path
 * @throws UnusableEngine for no answer or access, or a server that is too old
 */
export async function openServerEngine(url: string): Promise<SqlEngine> {
  await withServer(url, async (client, database) => {
    await client.command({ query: 'CREATE DATABASE {database:Identifier}', query_params: { database } });
  });
  return new ServerEngine(url);
}

/** Runs `use` with the database's name, outside the database. */
async function withServer(
  url: string,
  use: (client: ClickHouseClient, database: string) => Promise<void>,
): Promise<void> {
  const server = readAddress(url);
  const database = databaseOf(server);
  server.pathname = '';
  const client = createClient({ url: server, ...CLIENT });
  try {
    await use(client, database);
  } catch (cause) {
    const message = withoutCredentials((cause as Error).message);
    throw new UnusableEngine(
      `ClickHouse at ${server.host}: ${message}`,
      'Look after address, user and password, and that the server runs and is 25.6 or newer.',
      { cause },
    );
  } finally {
    await client.close();
  }
}

/** Drops the database of an ended process, if it is there. */
export const dropLeftDatabase = (url: string): Promise<void> =>
  withServer(url, async (client, database) => {
    for (const wait_ms of [0, ARRIVES_WITHIN_MS]) {
      await sleep(wait_ms);
      await dropDatabase(client, database);
    }
  });

/** Ends queries in it first, which the drop would wait for. */
async function dropDatabase(client: ClickHouseClient, database: string): Promise<void> {
  const query_params = { database };
  await client
    .command({ query: 'KILL QUERY WHERE current_database = {database:String} ASYNC', query_params })
    .catch(() => {});
  // Without SYNC, files stay for eight minutes.
  await client.command({ query: 'DROP DATABASE IF EXISTS {database:Identifier} SYNC', query_params });
}

const databaseOf = ({ pathname }: URL): string => pathname.slice(1);

/** Keeps the text, maybe with a password, out of messages. */
function readAddress(url: string): URL {
  if (URL.canParse(url) && /^https?:/i.test(url)) return new URL(url);
  throw new UnusableEngine(
    'the address of the ClickHouse server is no URL that begins with http:// or https://',
    'Write it like http://user:password@host:8123; characters such as @ and / in a password as %40 and %2F.',
  );
}

class ServerEngine implements SqlEngine {
  readonly #client: ClickHouseClient;
  readonly #address: URL;

  constructor(url: string) {
    this.#address = readAddress(url);
    this.#client = createClient({ url: this.#address, request_timeout: REQUEST_TIMEOUT_MS, ...CLIENT });
  }

  async command(sql: string, parameters: SqlParameters = {}): Promise<void> {
    await this.#run(this.#client.command({ query: sql, query_params: parameters }));
  }

  async query<Row>(sql: string, parameters: SqlParameters = {}): Promise<Row[]> {
    const result = await this.#run(
      this.#client.query({
        query: sql,
        query_params: parameters,
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      }),
    );
    return this.#run(result.json<Row>());
  }

  async insertRow(table: string, row: Readonly<Record<string, string>>): Promise<void> {
    await this.#run(this.#client.insert({ table, values: [row], format: 'JSONEachRow' }));
  }

  async insertFile(sql: string, file: LocationFile, parameters: SqlParameters = {}): Promise<void> {
    const structure = new ColumnStructure(file);
    const insert = sql.replace('{rows}', () => structure.rowsOf(`input(${quoted(structure.text)})`));
    const result = await this.#run(
      this.#client.exec({
        query: `${insert}\nFORMAT ${file.format}`,
        query_params: parameters,
        values: Readable.from(chunksOf(file.path), { objectMode: false }),
        clickhouse_settings: {
          input_format_skip_unknown_fields: 1,
          input_format_parquet_allow_missing_columns: 0,
        },
      }),
    );
    result.stream.resume();
  }

  /** Tables are on disk. */
  async shardsOf(): Promise<number> {
    return 1;
  }

  async close(): Promise<void> {
    try {
      await this.#run(dropDatabase(this.#client, databaseOf(this.#address)));
    } finally {
      await this.#client.close();
    }
  }

  async #run<Value>(running: Promise<Value>): Promise<Value> {
    try {
      return await running;
    } catch (cause) {
      // Of the sent file.
      throw cause instanceof BadInput ? cause : new SqlError(cause as Error, this.#address.host);
    }
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

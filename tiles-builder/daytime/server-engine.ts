/** Runs the locations' SQL on a ClickHouse server over HTTP, in a database of its own, and drops databases of ended processes. */
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { BadInput } from '../base/failures/bad-input.ts';
import { withoutCredentials } from '../base/failures/without-credentials.ts';
import { chunksOf } from '../sources/formats/chunks.ts';
import { ColumnStructure, type LocationFile } from './location-file.ts';
import { databaseName, dropAbandoned, dropDatabase, dropLeft, type SweptServer } from './server-databases.ts';
import { type SqlEngine, SqlError, type SqlParameters, UnusableEngine } from './sql-engine.ts';

/** For a statement over a billion pings. */
const REQUEST_TIMEOUT_MS = 6 * 3_600_000;
const LOG = { level: ClickHouseLogLevel.OFF };

/** @throws UnusableEngine for no answer or access */
export async function openServerEngine(url: string): Promise<SqlEngine> {
  const database = databaseName();
  await withServer(url, async (client) => {
    await dropAbandoned(client);
    await client.command({ query: 'CREATE DATABASE {database:Identifier}', query_params: { database } });
  });
  const server = readAddress(url);
  server.pathname = `/${database}`;
  return new ServerEngine(
    createClient({ url: server, request_timeout: REQUEST_TIMEOUT_MS, log: LOG }),
    database,
    server.host,
  );
}

/** Runs `use` outside any own database. */
async function withServer<Result>(
  url: string,
  use: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  const server = readAddress(url);
  const client = createClient({ url: server, log: LOG });
  try {
    return await use(client);
  } catch (cause) {
    const message = withoutCredentials((cause as Error).message);
    throw new UnusableEngine(
      `ClickHouse at ${server.host}: ${message}`,
      'Look after address, user and password, and that the server runs.',
      { cause },
    );
  } finally {
    await client.close();
  }
}

/** Drops databases of this process and of ended ones. */
export const dropLeftDatabases = (url: string): Promise<void> => withServer(url, dropLeft);

/** Drops databases of this machine's ended processes. */
export async function sweepServer(url: string): Promise<SweptServer & { readonly server: string }> {
  return { server: readAddress(url).host, ...(await withServer(url, dropAbandoned)) };
}

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
  readonly #database: string;
  readonly #host: string;

  constructor(client: ClickHouseClient, database: string, host: string) {
    this.#client = client;
    this.#database = database;
    this.#host = host;
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
      await this.#run(dropDatabase(this.#client, this.#database));
    } finally {
      await this.#client.close();
    }
  }

  async #run<Value>(running: Promise<Value>): Promise<Value> {
    try {
      return await running;
    } catch (cause) {
      // Of the sent file.
      throw cause instanceof BadInput ? cause : new SqlError(cause as Error, this.#host);
    }
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

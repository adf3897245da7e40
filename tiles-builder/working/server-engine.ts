/** ClickHouse on a server, over HTTP, in a database of its own that goes when the engine is closed. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { BadInput } from '../failures/bad-input.ts';
import { withoutCredentials } from '../failures/without-credentials.ts';
import { chunksOf } from '../read/formats/chunks.ts';
import { ColumnStructure, type LocationFile } from './location-file.ts';
import { type SqlEngine, SqlError, type SqlParameters, UnusableEngine } from './sql-engine.ts';

/** The longest statement, over a billion pings, may take this long. */
const REQUEST_TIMEOUT_MS = 6 * 3_600_000;

/** @throws UnusableEngine where the server does not answer or does not let us in */
export async function openServerEngine(url: string): Promise<SqlEngine> {
  const database = `locations_${randomBytes(8).toString('hex')}`;
  const server = readAddress(url);
  // Failures are thrown and reported once, where they are handled.
  const log = { level: ClickHouseLogLevel.OFF };
  const admin = createClient({ url: server, log });
  try {
    await admin.command({ query: 'CREATE DATABASE {database:Identifier}', query_params: { database } });
  } catch (cause) {
    const message = withoutCredentials((cause as Error).message);
    throw new UnusableEngine(
      `ClickHouse at ${server.host}: ${message}`,
      'Look after address, user and password, and that the server runs.',
      { cause },
    );
  } finally {
    await admin.close();
  }
  server.pathname = `/${database}`;
  return new ServerEngine(createClient({ url: server, request_timeout: REQUEST_TIMEOUT_MS, log }), database);
}

/** The text may hold a password, also where it is no URL, and is in no message. */
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

  constructor(client: ClickHouseClient, database: string) {
    this.#client = client;
    this.#database = database;
  }

  async command(sql: string, parameters: SqlParameters = {}): Promise<void> {
    await withSqlError(this.#client.command({ query: sql, query_params: parameters }));
  }

  async query<Row>(sql: string, parameters: SqlParameters = {}): Promise<Row[]> {
    const result = await withSqlError(
      this.#client.query({
        query: sql,
        query_params: parameters,
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      }),
    );
    return withSqlError(result.json<Row>());
  }

  async insertFile(sql: string, file: LocationFile, parameters: SqlParameters = {}): Promise<void> {
    const structure = new ColumnStructure(file);
    const insert = sql.replace('{rows}', () => structure.rowsOf(`input(${quoted(structure.text)})`));
    const result = await withSqlError(
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

  async close(): Promise<void> {
    try {
      await this.command('DROP DATABASE IF EXISTS {database:Identifier}', { database: this.#database });
    } finally {
      await this.#client.close();
    }
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

async function withSqlError<Value>(running: Promise<Value>): Promise<Value> {
  try {
    return await running;
  } catch (cause) {
    // What is wrong with a file that is sent is said by who reads it.
    throw cause instanceof BadInput ? cause : new SqlError(cause as Error);
  }
}

/** Runs ClickHouse in this process (chDB). Its tables are in memory, and only their definitions in the temporary folder. */
import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { newTemporaryFolder } from '../base/files/temporary-folder.ts';
import { isGzipped } from '../sources/formats/chunks.ts';
import { ColumnStructure, type LocationFile } from './location-file.ts';
import { READINGS_IN_MEMORY, SMALL_FILE_BYTES } from './parameters.ts';
import { type SqlEngine, SqlError, type SqlParameters, UnusableEngine } from './sql-engine.ts';

/** What we use of the package. */
export interface Chdb {
  readonly Session: new (folder: string) => Session;
  readonly drainPending: () => Promise<void>;
}

interface Session {
  queryAsync(sql: string): Promise<unknown>;
  queryBindAsync(
    sql: string,
    parameters: SqlParameters,
    options: { readonly format: string },
  ): Promise<{ text(): string }>;
  insert(rows: {
    readonly table: string;
    readonly values: readonly Readonly<Record<string, string>>[];
  }): Promise<unknown>;
  close(): void;
}

/**
 * Loads chDB from its own folder: it takes half a gigabyte, which who has no device locations need not install.
 * @throws Error where it is not installed
 */
export const loadChdb = (): Chdb =>
  createRequire(new URL('../../chdb/package.json', import.meta.url))('chdb');

const FILE = '{file_path:String}, {file_format:String}';
const ON_DISK = /\bENGINE = MergeTree\s+ORDER BY (\([^)]*\)|\w+)/;

/** These forbid spilled files and mapped Parquet, and return numbers as numbers. */
const SETTINGS = `SET max_bytes_ratio_before_external_group_by = 0,
  max_bytes_ratio_before_external_sort = 0,
  max_bytes_ratio_before_external_join = 0,
  storage_file_read_method = 'pread',
  output_format_json_quote_64bit_integers = 0`;

/** @throws UnusableEngine without a working chDB */
export async function openEmbeddedEngine(): Promise<SqlEngine> {
  const folder = newTemporaryFolder('engine');
  try {
    const chdb = loadChdb();
    await chdb.drainPending();
    const session = new chdb.Session(folder);
    // The default database takes files for tables.
    await session.queryAsync('CREATE DATABASE locations');
    await session.queryAsync('USE locations');
    const engine = new EmbeddedEngine(chdb, session, folder);
    await engine.command(SETTINGS);
    return engine;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new UnusableEngine(
      `embedded ClickHouse (chDB) is not installed or does not run on this system: ${(cause as Error).message}`,
      'Install it with npm ci --prefix chdb, or name a ClickHouse server with --clickhouse URL.',
      { cause },
    );
  }
}

class EmbeddedEngine implements SqlEngine {
  readonly #chdb: Chdb;
  readonly #session: Session;
  readonly #folder: string;

  constructor(chdb: Chdb, session: Session, folder: string) {
    this.#chdb = chdb;
    this.#session = session;
    this.#folder = folder;
  }

  async command(sql: string, parameters: SqlParameters = {}): Promise<void> {
    const inMemory = sql.replace(ON_DISK, 'ENGINE = Memory');
    if (inMemory.includes('MergeTree')) throw new Error(`a table on disk: ${sql}`);
    await this.#run(inMemory, parameters);
  }

  async query<Row>(sql: string, parameters: SqlParameters = {}): Promise<Row[]> {
    const lines = (await this.#run(sql, parameters)).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Row);
  }

  async insertRow(table: string, row: Readonly<Record<string, string>>): Promise<void> {
    await this.#session.insert({ table, values: [row] });
  }

  async insertFile(sql: string, file: LocationFile, parameters: SqlParameters = {}): Promise<void> {
    await withSource(file, async (source) => {
      const structure = new ColumnStructure(file, await this.#typesOf(file, source));
      const rows = structure.rowsOf(`file(${FILE}, {file_structure:String}, {file_compression:String})`);
      const settings =
        'SETTINGS input_format_skip_unknown_fields = 1, input_format_parquet_allow_missing_columns = 0';
      await this.#run(`${sql.replace('{rows}', () => rows)}\n${settings}`, {
        ...parameters,
        ...source,
        file_structure: structure.text,
      });
    });
  }

  async shardsOf(file: LocationFile): Promise<number> {
    if (statSync(file.path).size < SMALL_FILE_BYTES) return 1;
    return withSource(file, async (source) => {
      const [{ readings }] = await this.query<{ readings: number }>(
        `SELECT count() AS readings FROM file(${FILE}, 'auto', {file_compression:String})`,
        source,
      );
      return Math.max(1, Math.ceil(readings / READINGS_IN_MEMORY));
    });
  }

  async #typesOf(file: LocationFile, source: SqlParameters): Promise<ReadonlyMap<string, string>> {
    if (file.format !== 'Parquet') return new Map();
    const columns = await this.query<{ name: string; type: string }>(`DESCRIBE file(${FILE})`, source);
    return new Map(columns.map(({ name, type }) => [name, type]));
  }

  async close(): Promise<void> {
    this.#session.close();
    await this.#chdb.drainPending();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(sql: string, parameters: SqlParameters): Promise<string> {
    try {
      const result = await this.#session.queryBindAsync(sql, parameters, { format: 'JSONEachRow' });
      return result.text();
    } catch (cause) {
      throw new SqlError(cause as Error);
    }
  }
}

async function withSource<Result>(
  file: LocationFile,
  use: (source: SqlParameters) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file.path);
  try {
    return await use({
      // Descriptor, as the engine expands patterns in paths.
      file_path: `/dev/fd/${handle.fd}`,
      file_format: file.format,
      file_compression: isGzipped(file.path) ? 'gzip' : 'none',
    });
  } finally {
    await handle.close();
  }
}

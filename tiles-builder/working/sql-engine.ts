/** What runs the SQL of the locations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, Problem } from '../failures/problem.ts';
import type { LocationFile } from './location-file.ts';

/** Values for the `{name:Type}` of a statement. */
export type SqlParameters = Readonly<Record<string, string | number>>;

export interface SqlEngine {
  /** Runs a statement that returns nothing. @throws SqlError */
  command(sql: string, parameters?: SqlParameters): Promise<void>;
  /** Runs a statement and returns its rows. @throws SqlError */
  query<Row>(sql: string, parameters?: SqlParameters): Promise<Row[]>;
  /** Inserts a row whose values are in no statement: a server writes statements to its log. @throws SqlError */
  insertRow(table: string, row: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Runs an `INSERT … SELECT … FROM {rows}` in which `{rows}` stands for the rows of a local file, all columns text.
   * @throws SqlError where the file cannot be parsed, among others
   */
  insertFile(sql: string, file: LocationFile, parameters?: SqlParameters): Promise<void>;
  /** How often the file is to be read, for as many shards of its devices, so that each fits the engine. @throws SqlError */
  shardsOf(file: LocationFile): Promise<number>;
  /** Deletes all tables and leaves the engine. */
  close(): Promise<void>;
}

/** A statement that failed, with the engine's own words. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** ClickHouse's number of the error; `null` where it did not come from ClickHouse. */
  readonly code: number | null;
  /** Host and port of the server; `null` for the embedded engine. */
  readonly server: string | null;

  /** @param cause with the number in `clickhouseCode` (chDB) or `code` (client) */
  constructor(cause: Error & { clickhouseCode?: unknown; code?: unknown }, server: string | null = null) {
    super(cause.message, { cause });
    this.server = server;
    this.code = Number.parseInt(String(cause.clickhouseCode ?? cause.code), 10) || null;
  }
}

/** ClickHouse's errors that no other statement would mend: memory, time, disk, connections, permissions. */
const REFUSALS = new Set([159, 160, 164, 202, 209, 210, 241, 243, 279, 394, 396, 497, 516]);

const NOT_ENOUGH_SPACE = 243;

/** Whether the engine's disk is full, which files that it cannot write report in the system's words. */
export const isLackOfSpace = ({ code, message }: SqlError): boolean =>
  code === NOT_ENOUGH_SPACE || message.includes('No space left on device');

/** Whether the engine refused, or could not be reached any more, and the statement is not to blame. */
export const isRefusal = ({ code }: SqlError): boolean => code === null || REFUSALS.has(code);

/** The engine cannot be used as it is; the message says what to do. */
export class UnusableEngine extends Problem {
  override readonly name = 'UnusableEngine';
  override readonly exitCode = EXIT.platform;
}

/** A statement from its file, in `sql/` here or in another folder. */
export function statement(name: string, folder = join(import.meta.dirname, 'sql')): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8').trim();
}

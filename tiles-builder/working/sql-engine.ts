/** Engines for the SQL of the locations. */
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
  /** Inserts a row outside the statement, as servers log statements. @throws SqlError */
  insertRow(table: string, row: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Runs an `INSERT … SELECT … FROM {rows}` with the rows of a local file, all columns text.
   * @throws SqlError also where the file cannot be parsed
   */
  insertFile(sql: string, file: LocationFile, parameters?: SqlParameters): Promise<void>;
  /** Number of shards of devices by which the file is to be read, each of which fits the engine. @throws SqlError */
  shardsOf(file: LocationFile): Promise<number>;
  /** Deletes all tables and leaves the engine. */
  close(): Promise<void>;
}

/** A failed statement, with the engine's message. */
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

/** ClickHouse's errors of memory, time, disk, connections and permissions. */
const REFUSALS = new Set([159, 160, 164, 202, 209, 210, 241, 243, 279, 394, 396, 497, 516]);

const NOT_ENOUGH_SPACE = 243;

/** Whether the engine's disk is full, by ClickHouse's code or the system's message. */
export const isLackOfSpace = ({ code, message }: SqlError): boolean =>
  code === NOT_ENOUGH_SPACE || message.includes('No space left on device');

/** Whether the engine, not the statement, is the cause. */
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

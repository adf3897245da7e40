/** Defines the interface of the engines that run the SQL of the locations, and their errors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, Problem } from '../base/failures/problem.ts';
import type { LocationFile } from './location-file.ts';

/** Values for `{name:Type}` in a statement. */
export type SqlParameters = Readonly<Record<string, string | number>>;

export interface SqlEngine {
  command(sql: string, parameters?: SqlParameters): Promise<void>;
  query<Row>(sql: string, parameters?: SqlParameters): Promise<Row[]>;
  /** Sends the row apart from the statement, as servers log statements. */
  insertRow(table: string, row: Readonly<Record<string, string>>): Promise<void>;
  /** Runs `INSERT … SELECT … FROM {rows}` on a local file, all columns text. */
  insertFile(sql: string, file: LocationFile, parameters?: SqlParameters): Promise<void>;
  /** Shards of devices, each of which fits the engine. */
  shardsOf(file: LocationFile): Promise<number>;
  /** Deletes all tables. */
  close(): Promise<void>;
}

/** A failed statement with the engine's message; all calls of an engine throw it. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** ClickHouse's code, `null` for errors from elsewhere. */
  readonly code: number | null;
  /** Host and port of the server, `null` if embedded. */
  readonly server: string | null;

  constructor(cause: Error & { clickhouseCode?: unknown; code?: unknown }, server: string | null = null) {
    super(cause.message, { cause });
    this.server = server;
    this.code = Number.parseInt(String(cause.clickhouseCode ?? cause.code), 10) || null;
  }
}

/** ClickHouse's codes of errors of memory, time, disk, connections and permissions. */
const REFUSALS = new Set([159, 160, 164, 202, 209, 210, 241, 243, 279, 394, 396, 497, 516]);

const NOT_ENOUGH_SPACE = 243;

/** Tells by ClickHouse's code or the system's message whether memory or disk is full. */
export const isLackOfSpace = ({ code, message }: SqlError): boolean =>
  code === NOT_ENOUGH_SPACE || message.includes('No space left on device');

/** Tells whether the engine failed, and not the statement. */
export const isRefusal = ({ code }: SqlError): boolean => code === null || REFUSALS.has(code);

/** An engine that cannot be used; the message says what to do. */
export class UnusableEngine extends Problem {
  override readonly name = 'UnusableEngine';
  override readonly exitCode = EXIT.platform;
}

/** Reads a statement's file. */
export function statement(name: string, folder = join(import.meta.dirname, 'sql')): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8').trim();
}

/** Where the SQL of the locations runs: embedded ClickHouse (chDB), or a ClickHouse server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latLngToCell } from 'h3-js';
import type { LocationFile } from './location-file.ts';

/** Values for the `{name:Type}` of a statement. */
export type SqlParameters = Readonly<Record<string, string | number>>;

export interface SqlEngine {
  /** Runs a statement that returns nothing. @throws SqlError */
  command(sql: string, parameters?: SqlParameters): Promise<void>;
  /** Runs a statement and returns its rows. @throws SqlError */
  query<Row>(sql: string, parameters?: SqlParameters): Promise<Row[]>;
  /**
   * Runs an `INSERT … SELECT … FROM {rows}` in which `{rows}` stands for the rows of a local file, all columns text.
   * @throws SqlError where the file cannot be parsed, among others
   */
  insertFile(sql: string, file: LocationFile, parameters?: SqlParameters): Promise<void>;
  /** Deletes all tables and leaves the engine. */
  close(): Promise<void>;
}

/** A statement that failed, with the engine's own words. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** ClickHouse's number of the error; `null` where it did not come from ClickHouse. */
  readonly code: number | null;

  /** @param cause with the number in `clickhouseCode` (chDB) or `code` (client) */
  constructor(cause: Error & { clickhouseCode?: unknown; code?: unknown }) {
    super(cause.message, { cause });
    this.code = Number.parseInt(String(cause.clickhouseCode ?? cause.code), 10) || null;
  }
}

/** The engine cannot be used as it is; the message says what to do. */
export class UnusableEngine extends Error {
  override readonly name = 'UnusableEngine';
}

/**
 * Opens an engine with an empty database of its own.
 * @param url of a ClickHouse server, user and password in it; without it ClickHouse is embedded
 * @throws UnusableEngine where it is not installed, does not answer or is too old
 */
export async function openSqlEngine(url?: string): Promise<SqlEngine> {
  const engine = url
    ? await (await import('./server-engine.ts')).openServerEngine(url)
    : await (await import('./embedded-engine.ts')).openEmbeddedEngine();
  try {
    await requireLatitudeFirst(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** A statement from its file, in `sql/` here or in another folder. */
export function statement(name: string, folder = join(import.meta.dirname, 'sql')): string {
  return readFileSync(join(folder, `${name}.sql`), 'utf8').trim();
}

/** `geoToH3` takes latitude first since ClickHouse 25.6, longitude first before and on request. */
async function requireLatitudeFirst(engine: SqlEngine): Promise<void> {
  const [lat, lon, resolution] = [43.7384, 7.4246, 12];
  const [found] = await engine.query<{ cell: string; version: string }>(
    'SELECT h3ToString(geoToH3({lat:Float64}, {lon:Float64}, {resolution:UInt8})) AS cell, version() AS version',
    { lat, lon, resolution },
  );
  if (found?.cell === latLngToCell(lat, lon, resolution)) return;
  const problem =
    found?.cell === latLngToCell(lon, lat, resolution)
      ? 'takes longitude first in geoToH3'
      : `gives cell ${found?.cell} for a known place`;
  throw new UnusableEngine(
    `ClickHouse ${found?.version} ${problem}: use 25.6 or newer, with geotoh3_argument_order = 'lat_lon'`,
  );
}

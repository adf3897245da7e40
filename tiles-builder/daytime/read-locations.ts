/**
 * Reads pings or stops into ClickHouse: hashes device ids (SipHash), drops faulty rows, and turns runs of pings in one place
 * into stops.
 */
import { randomBytes } from 'node:crypto';
import { BadInput } from '../base/failures/bad-input.ts';
import type { ReadingsConfig } from '../sources/config/config.ts';
import { type LocationFile, textRows } from './location-file.ts';
import { PINGS_AT_ONCE, READINGS, STOPS } from './parameters.ts';
import { personRanges } from './person-ranges.ts';
import { type SqlEngine, SqlError, type SqlParameters, statement } from './sql-engine.ts';

/** Faults by code of the column `fault`; a row counts for its greatest one. */
const FAULTS = [
  'usable',
  'implausible_duration',
  'inaccurate',
  'out_of_range',
  'unreadable',
  'incomplete',
] as const;
export type ReadingsReport = Readonly<Record<(typeof FAULTS)[number], number>>;

const REASONS: Readonly<Record<Exclude<keyof ReadingsReport, 'usable'>, string>> = {
  incomplete: 'with a missing value',
  unreadable: 'with a value that cannot be read',
  out_of_range: 'with a time or place out of range',
  inaccurate: `less accurate than ${READINGS.max_accuracy_m} m`,
  implausible_duration: `that end before they start, or last more than ${READINGS.max_stop_s / 86_400} days`,
};

export function describeReadings({ usable, ...dropped }: ReadingsReport): string {
  const reasons = Object.entries(REASONS).flatMap(([fault, reason]) => {
    const rows = dropped[fault as keyof typeof dropped];
    return rows > 0 ? `${rows} ${reason}` : [];
  });
  return `${usable} rows used; dropped: ${reasons.join(', ') || 'none'}`;
}

/** ClickHouse's errors for damaged text, quotes, rows, columns, JSON, Parquet or gzip. */
const FILE_ERRORS = new Set([
  6, 8, 16, 25, 26, 27, 32, 33, 41, 53, 70, 72, 117, 246, 271, 354, 572, 636, 1001, 1002,
]);

export function locationColumns(locations: ReadingsConfig): Record<string, string> {
  const { device, lon, lat } = locations;
  if (locations.kind === 'stops') return { device, start: locations.start, end: locations.end, lon, lat };
  const { time, accuracy } = locations;
  return { device, time, lon, lat, ...(accuracy !== undefined && { accuracy }) };
}

/** Key of SipHash-2-4 over device ids: two 64-bit numbers. */
export type DeviceKey = Readonly<Record<'k0' | 'k1', string>>;

/** Each build makes its own key, so that hashes of two builds cannot be linked. */
export function newDeviceKey(): DeviceKey {
  const bytes = randomBytes(16);
  return { k0: String(bytes.readBigUInt64LE(0)), k1: String(bytes.readBigUInt64LE(8)) };
}

/** Devices whose hash is `shard` modulo `shards`. */
export interface DeviceShard {
  readonly shard: number;
  readonly shards: number;
}

export interface ReadShard {
  readonly readings: ReadingsReport;
  /** Persons with a usable reading. */
  readonly persons: number;
}

const TABLES = ['pings', 'stops', 'days', 'squares', 'places', 'persons'];

export async function createTables(engine: SqlEngine, key: DeviceKey): Promise<void> {
  await engine.command(statement('create-salt'));
  await engine.insertRow('salt', key);
  for (const table of TABLES) await engine.command(statement(`create-${table}`));
}

/**
 * Counts and drops unusable readings.
 * @param engine with empty tables of readings
 */
export async function readShard(
  locations: ReadingsConfig,
  file: LocationFile,
  engine: SqlEngine,
  shard: DeviceShard,
): Promise<ReadShard> {
  if (locations.kind === 'pings') {
    await insertRows(engine, statement('insert-pings'), file, {
      ...shard,
      // Any column serves: it is not read.
      accuracy: locations.accuracy === undefined ? 'device' : 'accuracy',
      has_accuracy: locations.accuracy === undefined ? 0 : 1,
      max_accuracy_m: READINGS.max_accuracy_m,
      time_text: READINGS.time_text,
    });
  } else {
    await insertRows(engine, statement('insert-stops'), file, {
      ...shard,
      max_stop_s: READINGS.max_stop_s,
      time_text: READINGS.time_text,
    });
  }
  const read = await summariseReadings(engine, locations.kind);
  if (locations.kind === 'pings') await stopsFromPings(engine, read.readings.usable);
  return read;
}

export async function requireUsable(file: LocationFile, readings: ReadingsReport): Promise<void> {
  if (Object.values(readings).every((count) => count === 0)) {
    throw new BadInput(file.path, null, 'there is no row in the file');
  }
  if (readings.unreadable > 0) throw await unreadableValue(file, readings.unreadable);
  if (readings.usable === 0) {
    throw new BadInput(file.path, null, `no row can be used: ${JSON.stringify(readings)}`);
  }
}

/** Runs by ranges of persons, in bounded memory. */
export async function stopsFromPings(engine: SqlEngine, pings: number): Promise<void> {
  for (const range of personRanges(pings, PINGS_AT_ONCE)) {
    await engine.command(statement('stops-from-pings'), { ...STOPS, ...range });
  }
}

export async function insertRows(
  engine: SqlEngine,
  sql: string,
  file: LocationFile,
  parameters: SqlParameters,
): Promise<void> {
  await withFileFaults(file, () => engine.insertFile(sql, file, parameters));
}

/** Turns failures of the file into BadInput. */
export async function withFileFaults<Result>(
  file: LocationFile,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SqlError && FILE_ERRORS.has(error.code ?? 0))) throw error;
    const message = error.message.replace(/^Code: \d+\. DB::Exception: /, '').split('\n')[0];
    // From 1, after the header.
    const row = /\(at row (\d+)\)/.exec(error.message)?.[1];
    throw new BadInput(file.path, row === undefined ? null : `row ${row}`, message);
  }
}

async function summariseReadings(engine: SqlEngine, readings: string): Promise<ReadShard> {
  const rows = await engine.query<{ fault: number; readings: number; persons: number }>(
    statement('summarise-readings'),
    { readings },
  );
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<
    (typeof FAULTS)[number],
    number
  >;
  let persons = 0;
  for (const row of rows) {
    counts[FAULTS[row.fault]] = row.readings;
    if (FAULTS[row.fault] === 'usable') persons = row.persons;
  }
  return { readings: counts, persons };
}

export function sumReadings(reports: readonly ReadingsReport[]): ReadingsReport {
  const sumOf = (fault: keyof ReadingsReport): number => reports.reduce((sum, own) => sum + own[fault], 0);
  return Object.fromEntries(FAULTS.map((fault) => [fault, sumOf(fault)])) as ReadingsReport;
}

/** Names the first unreadable value of a text file. */
async function unreadableValue(file: LocationFile, count: number): Promise<BadInput> {
  const others = count === 1 ? '' : ` (and ${count - 1} more rows)`;
  if (file.format === 'Parquet') {
    return new BadInput(file.path, null, `${count} rows hold a time or number that cannot be read`);
  }
  for await (const { line, values } of textRows(file)) {
    if ([...values.values()].includes('')) continue;
    for (const [role, value] of values) {
      if (role === 'device') continue;
      const isTime = role === 'time' || role === 'start' || role === 'end';
      if (isNumber(value) || (isTime && new RegExp(READINGS.time_text).test(value))) continue;
      const expected = isTime ? 'Unix seconds or an ISO 8601 time such as 2024-01-15T09:00:00Z' : 'a number';
      return new BadInput(
        file.path,
        `line ${line}`,
        `${file.columns[role]} is not ${expected}: ${value.slice(0, 80)}${others}`,
      );
    }
  }
  return new BadInput(file.path, null, `${count} rows hold a time or number that cannot be read`);
}

const isNumber = (text: string): boolean => /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text);

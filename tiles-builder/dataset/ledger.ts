/**
 * Reads and writes the ledger of living counts, an unpublished folder next to the dataset: people allocated from each census
 * unit to each cell, and uncounted ones by reason.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Cell } from '../../src/geo/cells.ts';
import type { CensusConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';
import { destinationOf } from '../files/destination.ts';
import { readCsv } from '../read/formats/csv.ts';

/** Ascending by unit and cell, distinct. */
export interface Allocations {
  readonly unit: Uint32Array;
  /** In the partition. */
  readonly cell: Uint32Array;
  /** Above 0. */
  readonly millipersons: Uint32Array;
}

const LEDGER_FILE = 'ledger.json';
const SOURCES_FILE = 'sources.json';
const ALLOCATIONS_SUFFIX = '.allocations';
const ALLOCATIONS_NAME = /^(84[0-9a-f]{13})\.allocations$/;
const COLUMNS = 3;

/** Suffix next to a dataset. */
export const LEDGER_NAME = 'ledger';

/** Does not follow a symbolic link. */
export const ledgerFolderOf = (datasetFolder: string): string =>
  `${destinationOf(datasetFolder)}.${LEDGER_NAME}`;

export const UNCOUNTED = {
  off_map: 'live where the map does not reach',
  off_coverage: 'live outside the coverage',
  without_room: 'live where the map is known and holds neither a home nor a street for them',
  without_land: 'live in units all of whose land finer units have',
  in_other_units: 'count in other units, which repeat theirs or lie in them',
} as const;
export type Uncounted = keyof typeof UNCOUNTED;
export const UNCOUNTED_REASONS = Object.keys(UNCOUNTED) as readonly Uncounted[];

export const noneUncounted = (): Record<Uncounted, number> =>
  Object.fromEntries(UNCOUNTED_REASONS.map((reason) => [reason, 0])) as Record<Uncounted, number>;

export interface LedgerUnit {
  readonly id: string;
  /** Inhabitants with growth. */
  readonly people: number;
  /** People counted. */
  readonly inside_millipersons: number;
  readonly uncounted_millipersons: Readonly<Record<Uncounted, number>>;
}

const ledgerSchema = v.object({
  version: v.nullable(v.string()),
  /** Files by census; units are numbered consecutively. */
  units: v.array(v.string()),
});
type LedgerTable = v.InferOutput<typeof ledgerSchema>;

const HEADER = [
  'id',
  'people',
  'inside_millipersons',
  ...UNCOUNTED_REASONS.map((reason) => `${reason}_millipersons`),
].join();
const ROWS_A_WRITE = 100_000;

export function writeLedger(folder: string, censuses: readonly Iterable<LedgerUnit>[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const units = censuses.map((census, i) => {
    const name = `units-${i + 1}.csv`;
    writeUnits(join(folder, name), census);
    return name;
  });
  writeTable(folder, { version: null, units });
}

function writeUnits(file: string, units: Iterable<LedgerUnit>): void {
  let rows = [HEADER];
  const write = (): void => {
    writeFileSync(file, `${rows.join('\n')}\n`, { flag: 'a' });
    rows = [];
  };
  for (const { id, people, inside_millipersons, uncounted_millipersons } of units) {
    const uncounted = UNCOUNTED_REASONS.map((reason) => uncounted_millipersons[reason]);
    rows.push([`"${id.replaceAll('"', '""')}"`, people, inside_millipersons, ...uncounted].join());
    if (rows.length === ROWS_A_WRITE) write();
  }
  write();
}

export const allocationsFile = (partition: Cell): string => `${partition}${ALLOCATIONS_SUFFIX}`;

export function writeAllocations(
  folder: string,
  partition: Cell,
  { unit, cell, millipersons }: Allocations,
): void {
  const bytes = Buffer.concat(
    [unit, cell, millipersons].map((column) =>
      Buffer.from(column.buffer, column.byteOffset, column.byteLength),
    ),
  );
  writeFileSync(join(folder, allocationsFile(partition)), bytes);
}

export function nameLedger(folder: string, version: string): void {
  const { units } = readTable(folder);
  // It may be a hard link to the step's file.
  rmSync(join(folder, LEDGER_FILE));
  writeTable(folder, { version, units });
}

export const writeLedgerSources = (folder: string, censuses: readonly CensusConfig[]): void =>
  writeFileSync(join(folder, SOURCES_FILE), `${JSON.stringify(censuses)}\n`, { mode: 0o600 });

export function readLedgerSources(folder: string): CensusConfig[] {
  const file = join(folder, SOURCES_FILE);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CensusConfig[];
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'does not name the sources of a ledger'));
  }
}

export async function* readLedgerUnits(file: string): AsyncGenerator<LedgerUnit> {
  const rows = readCsv(file, ',');
  await rows.next();
  for await (const { fields } of rows) {
    const [id, ...texts] = fields;
    const [people, inside_millipersons, ...uncounted] = texts.map(Number);
    if (uncounted.length !== UNCOUNTED_REASONS.length)
      throw new Error(`${file}: the row of ${id} is damaged`);
    const byReason = UNCOUNTED_REASONS.map((reason, i) => [reason, uncounted[i]] as const);
    const uncounted_millipersons = Object.fromEntries(byReason) as Record<Uncounted, number>;
    yield { id, people, inside_millipersons, uncounted_millipersons };
  }
}

const writeTable = (folder: string, table: LedgerTable): void =>
  writeFileSync(join(folder, LEDGER_FILE), `${JSON.stringify(table)}\n`);

const readTable = (folder: string): LedgerTable =>
  v.parse(ledgerSchema, JSON.parse(readFileSync(join(folder, LEDGER_FILE), 'utf8')));

export interface Ledger {
  /** `null` until the dataset is installed. */
  readonly version: string | null;
  readonly units: readonly string[];
  readonly partitions: readonly Cell[];
}

export function readLedger(folder: string): Ledger {
  const file = join(folder, LEDGER_FILE);
  try {
    const { version, units } = readTable(folder);
    const partitions = readdirSync(folder).flatMap((name) => ALLOCATIONS_NAME.exec(name)?.[1] ?? []);
    return { version, units: units.map((name) => join(folder, name)), partitions: partitions.sort() };
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'not the ledger of a dataset'));
  }
}

/**
 * Empty for a partition that the ledger lacks.
 * @throws Error for damage
 */
export function readAllocations(folder: string, partition: Cell): Allocations {
  const file = join(folder, allocationsFile(partition));
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const count = bytes.length / (COLUMNS * Uint32Array.BYTES_PER_ELEMENT);
  if (!Number.isInteger(count))
    throw new Error(`${file} has ${bytes.length} bytes, which is no list of allocations`);
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return {
    unit: numbers.subarray(0, count),
    cell: numbers.subarray(count, 2 * count),
    millipersons: numbers.subarray(2 * count),
  };
}

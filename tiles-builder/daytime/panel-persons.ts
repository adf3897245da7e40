/**
 * Stores the persons of a panel in files by partition, as counts by pair of cells (home, usual occupation place). The files say
 * nothing about a single device.
 */
import { join } from 'node:path';
import { type Cell, FINEST_RESOLUTION, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { numberOfKey, PARTITION_RESOLUTION, partitionOf } from '../partitions/partitions.ts';

/** Persons with the same home and usual occupation place. */
export interface PanelPersons {
  readonly home: Cell;
  readonly occupation: Cell | null;
  readonly persons: number;
}

/** Counts by {@link indexOf}: each pair of cells occurs once, ascending by home, then by occupation. */
export interface PersonsInColumns {
  readonly home: Float64Array;
  /** It is {@link NOWHERE} without a usual occupation place. */
  readonly occupation: Float64Array;
  readonly persons: Float64Array;
}

export type PartitionedBy = 'home' | 'occupation';

/** First digits of all grid cells; the other 13 are below 2^52. */
const FIRST_DIGITS = '8c';
const NUMBER_DIGITS = 13;
export const NOWHERE = 0;

/** Grid cell as a number, in the order of cells. */
export const indexOf = (cell: Cell): number => Number.parseInt(cell.slice(FIRST_DIGITS.length), 16);
export const cellOf = (index: number): Cell => FIRST_DIGITS + index.toString(16).padStart(NUMBER_DIGITS, '0');

const UNUSED_DIGITS = 8 ** (FINEST_RESOLUTION - GRID_RESOLUTION);
const KEYS_IN_PARTITION = 8 ** (GRID_RESOLUTION - PARTITION_RESOLUTION);

/** Returns the same as `numberInPartition`. */
export const numberOfIndex = (index: number): number =>
  numberOfKey(Math.floor(index / UNUSED_DIGITS) % KEYS_IN_PARTITION);

export const partitionOfIndex = (index: number): number =>
  Math.floor(index / (UNUSED_DIGITS * KEYS_IN_PARTITION));

const HOME_AT = 0;
const OCCUPATION_AT = 8;
const PERSONS_AT = 16;
const RECORD_BYTES = 20;

export class PanelWriter {
  readonly #byHome: PartitionSpill;
  readonly #byOccupation: PartitionSpill;
  readonly #record = Buffer.alloc(RECORD_BYTES);

  /** @param folder without a panel in it */
  constructor(folder: string) {
    this.#byHome = new PartitionSpill(spillIn(folder, 'home'));
    this.#byOccupation = new PartitionSpill(spillIn(folder, 'occupation'));
  }

  /** Adds persons in any order; pairs of cells may repeat. */
  add({ home, occupation, persons }: PanelPersons): void {
    this.#record.writeDoubleLE(indexOf(home), HOME_AT);
    this.#record.writeDoubleLE(occupation === null ? NOWHERE : indexOf(occupation), OCCUPATION_AT);
    this.#record.writeUInt32LE(persons, PERSONS_AT);
    this.#byHome.append(partitionOf(home), this.#record);
    if (occupation !== null) this.#byOccupation.append(partitionOf(occupation), this.#record);
  }

  finish(): void {
    this.#byHome.finish();
    this.#byOccupation.finish();
  }
}

/** Reads a {@link PanelWriter}'s files. */
export class Panel {
  readonly #spill: PartitionSpill;

  /** @throws Error for unfinished files */
  constructor(folder: string, by: PartitionedBy) {
    this.#spill = PartitionSpill.finished(spillIn(folder, by));
  }

  /** Lists the partitions with persons, ascending. */
  partitions(): Cell[] {
    return this.#spill.partitions();
  }

  personsIn(partition: Cell): PersonsInColumns {
    const bytes = this.#spill.read(partition);
    const rows = { length: bytes.length / RECORD_BYTES };
    const columnAt = (at: number) =>
      Float64Array.from(rows, (_, i) => bytes.readDoubleLE(i * RECORD_BYTES + at));
    return sumPersons({
      home: columnAt(HOME_AT),
      occupation: columnAt(OCCUPATION_AT),
      persons: Float64Array.from(rows, (_, i) => bytes.readUInt32LE(i * RECORD_BYTES + PERSONS_AT)),
    });
  }

  *persons(): Generator<PanelPersons> {
    for (const partition of this.partitions()) {
      const { home, occupation, persons } = this.personsIn(partition);
      for (const [i, index] of home.entries()) {
        yield {
          home: cellOf(index),
          occupation: occupation[i] === NOWHERE ? null : cellOf(occupation[i]),
          persons: persons[i],
        };
      }
    }
  }
}

/** Sorts pairs of cells, and sums equal ones. */
export function sumPersons({ home, occupation, persons }: PersonsInColumns): PersonsInColumns {
  const order = Uint32Array.from(home.keys()).sort(
    (a, b) => home[a] - home[b] || occupation[a] - occupation[b],
  );
  const sum = {
    home: new Float64Array(order.length),
    occupation: new Float64Array(order.length),
    persons: new Float64Array(order.length),
  };
  let last = -1;
  for (const i of order) {
    if (last < 0 || sum.home[last] !== home[i] || sum.occupation[last] !== occupation[i]) last++;
    sum.home[last] = home[i];
    sum.occupation[last] = occupation[i];
    sum.persons[last] += persons[i];
  }
  return selectPersons(sum, (i) => i <= last);
}

export const personsOf = (panel: readonly PanelPersons[]): PersonsInColumns =>
  sumPersons({
    home: Float64Array.from(panel, ({ home }) => indexOf(home)),
    occupation: Float64Array.from(panel, ({ occupation }) =>
      occupation === null ? NOWHERE : indexOf(occupation),
    ),
    persons: Float64Array.from(panel, ({ persons }) => persons),
  });

export function selectPersons(
  { home, occupation, persons }: PersonsInColumns,
  isSelected: (row: number) => boolean,
): PersonsInColumns {
  const rows = Uint32Array.from(home.keys()).filter(isSelected);
  const selected = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
  return { home: selected(home), occupation: selected(occupation), persons: selected(persons) };
}

const spillIn = (folder: string, by: PartitionedBy): string => join(folder, `by-${by}`);

/** Persons of the panel by pair of cells, on the disk by partition: what leaves ClickHouse, and nothing about a single device. */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import { areaOf } from '../areas/areas.ts';

/** Persons of the panel with the same home and the same usual occupation place, in cells of the standard grid. */
export interface PanelPersons {
  readonly home: Cell;
  /** `null` without a usual occupation place. */
  readonly occupation: Cell | null;
  readonly persons: number;
}

/** The cell by whose partition a file of the spill is named. */
export type PartitionedBy = 'home' | 'occupation';

/** A cell of the standard grid begins with these digits; the 13 after them are a number below 2^52. */
const FIRST_DIGITS = '8c';
const NUMBER_DIGITS = 13;
const NOWHERE = 0;

const numberOf = (cell: Cell | null): number =>
  cell === null ? NOWHERE : Number.parseInt(cell.slice(FIRST_DIGITS.length), 16);
const cellOf = (number: number): Cell => FIRST_DIGITS + number.toString(16).padStart(NUMBER_DIGITS, '0');

const HOME_AT = 0;
const OCCUPATION_AT = 8;
const PERSONS_AT = 16;
const RECORD_BYTES = 20;

/** Writes persons twice: by the partition of the home, and by that of the usual occupation place where they have one. */
export class PanelWriter {
  readonly #byHome: AreaSpill;
  readonly #byOccupation: AreaSpill;
  readonly #record = Buffer.alloc(RECORD_BYTES);

  /** @param folder without a panel in it */
  constructor(folder: string) {
    this.#byHome = new AreaSpill(spillIn(folder, 'home'));
    this.#byOccupation = new AreaSpill(spillIn(folder, 'occupation'));
  }

  /** Adds persons, in any order; persons of one pair of cells may come in several calls. */
  add({ home, occupation, persons }: PanelPersons): void {
    this.#record.writeDoubleLE(numberOf(home), HOME_AT);
    this.#record.writeDoubleLE(numberOf(occupation), OCCUPATION_AT);
    this.#record.writeUInt32LE(persons, PERSONS_AT);
    this.#byHome.append(areaOf(home), this.#record);
    if (occupation !== null) this.#byOccupation.append(areaOf(occupation), this.#record);
  }

  /** Completes the files: without it nobody can read them. */
  finish(): void {
    this.#byHome.finish();
    this.#byOccupation.finish();
  }
}

/** Reads what a {@link PanelWriter} has written. */
export class Panel {
  readonly #spill: AreaSpill;

  /** @throws Error where the writer did not finish */
  constructor(folder: string, by: PartitionedBy) {
    this.#spill = AreaSpill.finished(spillIn(folder, by));
  }

  /** Partitions with persons, ascending. */
  partitions(): Cell[] {
    return this.#spill.areas();
  }

  /**
   * The persons of a partition, each pair of cells once, ascending by home, then by occupation (`null` first), whatever
   * order they were written in.
   */
  personsIn(partition: Cell): PanelPersons[] {
    const bytes = this.#spill.read(partition);
    const count = bytes.length / RECORD_BYTES;
    const columnAt = (at: number) =>
      Float64Array.from({ length: count }, (_, i) => bytes.readDoubleLE(i * RECORD_BYTES + at));
    const [home, occupation] = [columnAt(HOME_AT), columnAt(OCCUPATION_AT)];
    const order = Uint32Array.from(home.keys()).sort(
      (a, b) => home[a] - home[b] || occupation[a] - occupation[b],
    );
    const found: PanelPersons[] = [];
    for (let i = 0; i < count; ) {
      const first = order[i];
      let persons = 0;
      for (; i < count && home[order[i]] === home[first] && occupation[order[i]] === occupation[first]; i++) {
        persons += bytes.readUInt32LE(order[i] * RECORD_BYTES + PERSONS_AT);
      }
      found.push({
        home: cellOf(home[first]),
        occupation: occupation[first] === NOWHERE ? null : cellOf(occupation[first]),
        persons,
      });
    }
    return found;
  }

  /** All persons, in the order of {@link partitions} and {@link personsIn}. */
  *persons(): Generator<PanelPersons> {
    for (const partition of this.partitions()) yield* this.personsIn(partition);
  }
}

const spillIn = (folder: string, by: PartitionedBy): string => join(folder, `by-${by}`);

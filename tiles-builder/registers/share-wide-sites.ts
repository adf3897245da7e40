/** Apportions people of wide sites to partitions. */

/** The part of an outline in one partition. */
export interface CellsOfOutline {
  /** Of the outline. */
  readonly number: number;
  /** Cells in the partition, covered or not. */
  readonly all: number;
  /** Covered cells, by number. */
  readonly cells: Uint32Array;
  /** For persons, by number of the cell. */
  readonly room: ReadonlyMap<number, number>;
}

export interface WidePeople {
  /** Covered share of the outline's cells. */
  readonly covered: number;
  /** For persons, in all partitions. */
  readonly room: number;
  /** Share in this partition. */
  readonly share: number;
  /** Disaggregated by room, else equally by cell. */
  readonly byRoom: boolean;
}

/** Three numbers for each outline. */
export class SharesOfOutlines {
  readonly #all: Float64Array;
  readonly #covered: Float64Array;
  readonly #room: Float64Array;

  constructor(count: number) {
    this.#all = new Float64Array(count);
    this.#covered = new Float64Array(count);
    this.#room = new Float64Array(count);
  }

  add(found: readonly CellsOfOutline[]): void {
    for (const { number, all, cells, room } of found) {
      this.#all[number] += all;
      this.#covered[number] += cells.length;
      this.#room[number] += sumOf(room);
    }
  }

  /** By number of the outline. */
  sharesOf(found: readonly CellsOfOutline[]): Map<number, WidePeople> {
    const shares = new Map<number, WidePeople>();
    for (const { number, cells, room } of found) {
      const covered = this.#all[number] === 0 ? 0 : this.#covered[number] / this.#all[number];
      const roomInAll = this.#room[number];
      const byRoom = roomInAll > 0;
      const part = byRoom ? sumOf(room) / roomInAll : cells.length / this.#covered[number];
      shares.set(number, { covered, room: roomInAll, share: covered === 0 ? 0 : covered * part, byRoom });
    }
    return shares;
  }
}

const sumOf = (room: ReadonlyMap<number, number>): number => {
  let sum = 0;
  for (const size of room.values()) sum += size;
  return sum;
};

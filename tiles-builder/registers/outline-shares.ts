/** Apportions people of sites with an outline to partitions: by capacity, else by covered cells. */

export interface OutlineInPartition {
  readonly number: number;
  /** Cells in the partition, covered or not. */
  readonly all: number;
  /** Covered cells, by number. */
  readonly cells: Uint32Array;
  /** For persons, by number of the cell. */
  readonly room: ReadonlyMap<number, number>;
}

export interface OutlineShare {
  /** Covered share of the outline's cells. */
  readonly covered: number;
  /** For persons, in all partitions. */
  readonly room: number;
  /** Share of the people in this partition. */
  readonly share: number;
  /** Disaggregated by room, else equally by cell. */
  readonly byRoom: boolean;
}

export class SharesOfOutlines {
  readonly #all: Float64Array;
  readonly #covered: Float64Array;
  readonly #room: Float64Array;

  constructor(outlines: number) {
    [this.#all, this.#covered, this.#room] = [0, 0, 0].map(() => new Float64Array(outlines));
  }

  add(found: readonly OutlineInPartition[]): void {
    for (const { number, all, cells, room } of found) {
      this.#all[number] += all;
      this.#covered[number] += cells.length;
      this.#room[number] += sumOf(room);
    }
  }

  sharesOf(found: readonly OutlineInPartition[]): OutlineShare[] {
    return found.map(({ number, cells, room }) => {
      const [all, inCoverage, inRoom] = [this.#all, this.#covered, this.#room].map((of) => of[number]);
      const covered = all === 0 ? 0 : inCoverage / all;
      const byRoom = inRoom > 0;
      const part = byRoom ? sumOf(room) / inRoom : cells.length / inCoverage;
      return { covered, room: inRoom, share: covered === 0 ? 0 : covered * part, byRoom };
    });
  }
}

const sumOf = (room: ReadonlyMap<number, number>): number =>
  [...room.values()].reduce((sum, size) => sum + size, 0);

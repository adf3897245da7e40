/** Apportions people of sites with an outline to partitions: by capacity, or else by covered cells. */

export interface OutlineInPartition {
  readonly number: number;
  /** Cells in the partition, covered or not. */
  readonly all: number;
  /** Numbers of the covered cells. */
  readonly cells: Uint32Array;
  /** Capacity for persons, by number of the cell. */
  readonly capacity: ReadonlyMap<number, number>;
}

export interface OutlineShare {
  /** Covered share of the outline's cells. */
  readonly covered: number;
  /** Share of the people in this partition. */
  readonly share: number;
  /** People are disaggregated by capacity, or else equally by cell. */
  readonly byCapacity: boolean;
}

export class SharesOfOutlines {
  readonly #all: Float64Array;
  readonly #covered: Float64Array;
  readonly #capacity: Float64Array;

  constructor(outlines: number) {
    [this.#all, this.#covered, this.#capacity] = [0, 0, 0].map(() => new Float64Array(outlines));
  }

  add(found: readonly OutlineInPartition[]): void {
    for (const { number, all, cells, capacity } of found) {
      this.#all[number] += all;
      this.#covered[number] += cells.length;
      this.#capacity[number] += sumOf(capacity);
    }
  }

  sharesOf(found: readonly OutlineInPartition[]): OutlineShare[] {
    return found.map(({ number, cells, capacity }) => {
      const [all, inCoverage, inCapacity] = [this.#all, this.#covered, this.#capacity].map(
        (of) => of[number],
      );
      const covered = all === 0 ? 0 : inCoverage / all;
      const byCapacity = inCapacity > 0;
      const part = byCapacity ? sumOf(capacity) / inCapacity : cells.length / inCoverage;
      return { covered, share: covered === 0 ? 0 : covered * part, byCapacity };
    });
  }
}

const sumOf = (capacity: ReadonlyMap<number, number>): number =>
  [...capacity.values()].reduce((sum, size) => sum + size, 0);

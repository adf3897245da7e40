/** Sites that are spread over an area: which part of their people falls to which area of the build. */

/** What an area has of a wide site. */
export interface CellsOfWide {
  /** Of the site. */
  readonly number: number;
  /** Its cells in the area, inside the coverage and outside. */
  readonly all: number;
  /** Those inside the coverage, by their numbers in the area. */
  readonly cells: Uint32Array;
  /** Room for persons in these. */
  readonly room: number;
}

/** What of a wide site is counted in an area. */
export interface WidePeople {
  /** The share of the site's cells that lie inside the coverage. */
  readonly covered: number;
  /** The share of its people who are counted in this area. */
  readonly share: number;
  /** Whether they are spread by room; else over all cells alike. */
  readonly byRoom: boolean;
}

/** What all areas together know of wide sites: three numbers each. */
export class WideSites {
  readonly #all: Float64Array;
  readonly #covered: Float64Array;
  readonly #room: Float64Array;

  constructor(count: number) {
    [this.#all, this.#covered, this.#room] = [0, 0, 0].map(() => new Float64Array(count));
  }

  add(cellsOfWide: readonly CellsOfWide[]): void {
    for (const { number, all, cells, room } of cellsOfWide) {
      this.#all[number] += all;
      this.#covered[number] += cells.length;
      this.#room[number] += room;
    }
  }

  /** By number of the site. */
  sharesOf(cellsOfWide: readonly CellsOfWide[]): Map<number, WidePeople> {
    const shares = new Map<number, WidePeople>();
    for (const { number, cells, room } of cellsOfWide) {
      const covered = this.#all[number] === 0 ? 0 : this.#covered[number] / this.#all[number];
      const byRoom = this.#room[number] > 0;
      const part = byRoom ? room / this.#room[number] : cells.length / this.#covered[number];
      shares.set(number, { covered, share: covered === 0 ? 0 : covered * part, byRoom });
    }
    return shares;
  }
}

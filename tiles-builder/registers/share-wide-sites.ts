/** Sites that are spread over an outline: which part of their people falls to which area of the build. */

/** What an area has of an outline over which sites are spread. */
export interface CellsOfOutline {
  /** Of the outline among those of all registers. */
  readonly number: number;
  /** Its cells in the area, inside the coverage and outside. */
  readonly all: number;
  /** Those inside the coverage, by their numbers in the area. */
  readonly cells: Uint32Array;
  /** Room for persons in it, by numbers of cells in the area inside the coverage, of which others may hold a part of it. */
  readonly room: ReadonlyMap<number, number>;
}

/** What of the sites of an outline is counted in an area. */
export interface WidePeople {
  /** The share of the outline's cells that lie inside the coverage. */
  readonly covered: number;
  /** Persons who have room in the outline, in all areas. */
  readonly room: number;
  /** The share of a site's people who are counted in this area. */
  readonly share: number;
  /** Whether they are spread by room; else over all cells alike. */
  readonly byRoom: boolean;
}

/** What all areas together know of outlines: three numbers each. */
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

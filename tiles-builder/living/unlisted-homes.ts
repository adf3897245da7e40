/**
 * Sums homes that lie in no census unit, and their expected people, by raster cell. Missing houses are weighted by their share
 * among listed homes.
 */
import { EXPECTED_PER_PERSON } from './homes.ts';
import { type RasterGrid, type RasterPlace, rasterPlaceAt } from './square-raster.ts';

interface CellSums {
  mapped: number;
  missing: number;
}

export interface UnlistedCell extends RasterPlace {
  readonly expected_people: number;
}

export interface UnlistedSums {
  /** Expected people in listed homes, and then those in homes assumed missing. */
  readonly listed: number;
  readonly listedMissing: number;
  readonly cells: ReadonlyMap<number, CellSums>;
}

const ROW_FACTOR = 2 ** 26;
const OFFSET = 2 ** 25;

export class UnlistedHomes {
  /** `null` for a census without squares. */
  readonly #grid: RasterGrid | null;
  readonly #sums = new Map<number, CellSums>();
  #listed = 0;
  #listedMissing = 0;

  constructor(grid: RasterGrid | null) {
    this.#grid = grid;
  }

  addListed(expected: number, isMapped: boolean): void {
    this.#listed += expected;
    if (!isMapped) this.#listedMissing += expected;
  }

  add(lon: number, lat: number, expected: number, isMapped: boolean): void {
    if (this.#grid === null) return;
    const { column, row } = rasterPlaceAt([lon, lat], this.#grid);
    this.#addTo((row + OFFSET) * ROW_FACTOR + column + OFFSET, {
      mapped: isMapped ? expected : 0,
      missing: isMapped ? 0 : expected,
    });
  }

  sums(): UnlistedSums {
    return { listed: this.#listed, listedMissing: this.#listedMissing, cells: this.#sums };
  }

  addSums({ listed, listedMissing, cells }: UnlistedSums): void {
    this.#listed += listed;
    this.#listedMissing += listedMissing;
    for (const [key, own] of cells) this.#addTo(key, own);
  }

  #addTo(key: number, { mapped, missing }: CellSums): void {
    const sums = this.#sums.get(key) ?? { mapped: 0, missing: 0 };
    this.#sums.set(key, sums);
    sums.mapped += mapped;
    sums.missing += missing;
  }

  /** Yields cells in a fixed order. */
  *likely(): Generator<UnlistedCell> {
    const missingShare = this.#listed > 0 ? this.#listedMissing / this.#listed : 1;
    for (const key of [...this.#sums.keys()].sort((a, b) => a - b)) {
      const { mapped, missing } = this.#sums.get(key)!;
      const expected_people = (mapped + missing * missingShare) / EXPECTED_PER_PERSON;
      if (expected_people > 0) yield { ...placeOf(key), expected_people };
    }
  }
}

const placeOf = (key: number): RasterPlace => ({
  column: (key % ROW_FACTOR) - OFFSET,
  row: Math.floor(key / ROW_FACTOR) - OFFSET,
});

/** Homes that no unit of any census lists, added up by the cells of a raster on the grid of a census's squares. */
import { EXPECTED_PER_PERSON } from './homes.ts';
import { type RasterPlace, rasterPlaceAt } from './square-raster.ts';

/** The homes of one cell that no unit lists, people as expected. */
interface CellSums {
  homes: number;
  mapped: number;
  missing: number;
}

/** Homes of one cell of the raster that no unit lists. */
export interface UnlistedCell extends RasterPlace {
  readonly homes: number;
  readonly expected_people: number;
}

const ROW_FACTOR = 2 ** 26;
const OFFSET = 2 ** 25;

export class UnlistedHomes {
  /** `null` where the census has no squares: then nothing is asked of unlisted homes. */
  readonly #cell_m: number | null;
  readonly #sums = new Map<number, CellSums>();
  #listed = 0;
  #listedMissing = 0;

  constructor(cell_m: number | null) {
    this.#cell_m = cell_m;
  }

  /** @param expected people, see EXPECTED_PER_PERSON */
  addListed(expected: number, isMapped: boolean): void {
    this.#listed += expected;
    if (!isMapped) this.#listedMissing += expected;
  }

  add(lon: number, lat: number, expected: number, isMapped: boolean): void {
    if (this.#cell_m === null) return;
    const { column, row } = rasterPlaceAt([lon, lat], this.#cell_m);
    const key = (row + OFFSET) * ROW_FACTOR + column + OFFSET;
    let sums = this.#sums.get(key);
    if (!sums) {
      sums = { homes: 0, mapped: 0, missing: 0 };
      this.#sums.set(key, sums);
    }
    sums.homes++;
    if (isMapped) sums.mapped += expected;
    else sums.missing += expected;
  }

  /**
   * The cells with such homes, in a fixed order. Houses that are taken to be missing along a street are as likely there as those are
   * among the homes that this census lists: where buildings are mapped, a street without them has none.
   */
  *likely(): Generator<UnlistedCell> {
    const missingShare = this.#listed > 0 ? this.#listedMissing / this.#listed : 1;
    for (const key of [...this.#sums.keys()].sort((a, b) => a - b)) {
      const { homes, mapped, missing } = this.#sums.get(key)!;
      const expected_people = (mapped + missing * missingShare) / EXPECTED_PER_PERSON;
      if (expected_people > 0) yield { ...placeOf(key), homes, expected_people };
    }
  }

  /** People expected in a block of cells, missing houses and all. @param cells on a side */
  expectedIn({ column, row }: RasterPlace, cells: number): number {
    let sum = 0;
    for (let y = row; y < row + cells; y++) {
      for (let x = column; x < column + cells; x++) {
        const sums = this.#sums.get((y + OFFSET) * ROW_FACTOR + x + OFFSET);
        if (sums) sum += sums.mapped + sums.missing;
      }
    }
    return sum / EXPECTED_PER_PERSON;
  }
}

const placeOf = (key: number): RasterPlace => ({
  column: (key % ROW_FACTOR) - OFFSET,
  row: Math.floor(key / ROW_FACTOR) - OFFSET,
});

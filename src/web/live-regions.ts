import type { Position } from '../geo/positions.ts';
import { MAX_MAP_REGIONS } from '../limits.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../routes/map-region.ts';

/** A tenth of a degree: where exactly a visitor looks is nobody's business, and answers can be kept. */
const NEAR_DECIMALS = 1;

/** The regions that the page knows of, whose datasets are live: those of real people before those of simulated ones. */
export class LiveRegions {
  #all: readonly MapRegion[] = [];
  #isLookingAround = false;

  get all(): readonly MapRegion[] {
    return this.#all;
  }

  /**
   * Reads them; what is known already stays where they cannot be read.
   * @param near where the nearest are wanted, if there are more than MAX_MAP_REGIONS
   * @throws Error where none are known, and they cannot be read
   */
  async read(near?: Position): Promise<void> {
    try {
      // A browser's copy is older than what the page knows.
      const cache = this.#all.length > 0 && !near ? 'reload' : 'default';
      const query = near ? `?near=${near.map((degrees) => degrees.toFixed(NEAR_DECIMALS)).join(',')}` : '';
      const response = await fetch(MAP_REGIONS_PATH + query, { credentials: 'omit', cache });
      if (!response.ok) throw new Error(String(response.status));
      const regions = (await response.json()) as MapRegion[];
      this.#all = regions.toSorted((a, b) => Number(a.simulated) - Number(b.simulated));
    } catch (cause) {
      if (this.#all.length === 0) throw cause;
    }
  }

  /** Reads those around a place, where there are more than are told of at a time. @returns whether others are known since */
  async readAround(middle: Position): Promise<boolean> {
    if (this.#all.length < MAX_MAP_REGIONS || this.#isLookingAround) return false;
    this.#isLookingAround = true;
    const before = versionsOf(this.#all);
    await this.read(middle);
    this.#isLookingAround = false;
    return versionsOf(this.#all) !== before;
  }
}

/** The same however they are sorted. */
const versionsOf = (regions: readonly MapRegion[]): string =>
  regions
    .map(({ version }) => version)
    .sort()
    .join();

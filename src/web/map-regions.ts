/** Keeps the live regions of the last successful read: of many, those nearest to a rounded position; simulated ones come last. */
import type { Position } from '../geo/positions.ts';
import { MAX_MAP_REGIONS } from '../limits.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../routes/map-region.ts';

/** Positions are rounded coarsely for privacy and caches. */
const NEAR_DECIMALS = 1;

export class MapRegions {
  #all: readonly MapRegion[] = [];
  #isLookingAround = false;

  get all(): readonly MapRegion[] {
    return this.#all;
  }

  /**
   * Keeps known regions on failure.
   * @param near nearest first, beyond MAX_MAP_REGIONS
   * @throws Error if none are known
   */
  async read(near?: Position): Promise<void> {
    try {
      const query = near ? `?near=${near.map((degrees) => degrees.toFixed(NEAR_DECIMALS)).join(',')}` : '';
      const response = await fetch(MAP_REGIONS_PATH + query, { credentials: 'omit' });
      if (!response.ok) throw new Error(String(response.status));
      const regions = (await response.json()) as MapRegion[];
      this.#all = regions.toSorted((a, b) => Number(a.simulated) - Number(b.simulated));
    } catch (cause) {
      if (this.#all.length === 0) throw cause;
    }
  }

  async readAround(middle: Position): Promise<boolean> {
    if (this.#all.length < MAX_MAP_REGIONS || this.#isLookingAround) return false;
    this.#isLookingAround = true;
    const before = versionsOf(this.#all);
    await this.read(middle);
    this.#isLookingAround = false;
    return versionsOf(this.#all) !== before;
  }
}

const versionsOf = (regions: readonly MapRegion[]): string =>
  regions
    .map(({ version }) => version)
    .sort()
    .join();

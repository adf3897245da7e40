/** Reads the live regions; simulated ones come last. */
import type { Position } from '../geo/positions.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../routes/map-region.ts';

/** Positions are rounded coarsely for privacy and caches. */
const NEAR_DECIMALS = 1;

/**
 * @param near nearest first, of more than MAX_MAP_REGIONS
 * @throws Error if they cannot be read
 */
export async function readRegions(near?: Position): Promise<readonly MapRegion[]> {
  const query = near ? `?near=${near.map((degrees) => degrees.toFixed(NEAR_DECIMALS)).join(',')}` : '';
  const response = await fetch(MAP_REGIONS_PATH + query, { credentials: 'omit' });
  if (!response.ok) throw new Error(String(response.status));
  const regions = (await response.json()) as MapRegion[];
  return regions.toSorted((a, b) => Number(a.simulated) - Number(b.simulated));
}

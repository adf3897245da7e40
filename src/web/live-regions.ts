import type { Position } from '../geo/positions.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../routes/map-region.ts';

/** A tenth of a degree: where exactly a visitor looks is nobody's business, and answers can be kept. */
const NEAR_DECIMALS = 1;

/**
 * The regions whose datasets are live, as many as MAX_MAP_REGIONS: those of real people before those of simulated ones.
 * @param near where the nearest are wanted, if there are more
 * @param isRenewed whether they are to be other than those that the browser knows of
 * @throws Error where they cannot be read
 */
export async function readLiveRegions(isRenewed: boolean, near?: Position): Promise<MapRegion[]> {
  const cache = isRenewed ? 'reload' : 'default';
  const query = near ? `?near=${near.map((degrees) => degrees.toFixed(NEAR_DECIMALS)).join(',')}` : '';
  const response = await fetch(MAP_REGIONS_PATH + query, { credentials: 'omit', cache });
  if (!response.ok) throw new Error(String(response.status));
  const regions = (await response.json()) as MapRegion[];
  return regions.toSorted((a, b) => Number(a.simulated) - Number(b.simulated));
}

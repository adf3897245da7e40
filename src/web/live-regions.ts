import { MAP_REGIONS_PATH, type MapRegion } from '../routes/map-region.ts';

/**
 * The regions whose datasets are live.
 * @param isRenewed whether they are to be other than those that the browser knows of
 * @throws Error where they cannot be read
 */
export async function readLiveRegions(isRenewed: boolean): Promise<MapRegion[]> {
  const cache = isRenewed ? 'reload' : 'default';
  const response = await fetch(MAP_REGIONS_PATH, { credentials: 'omit', cache });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as MapRegion[];
}

import type { Handler } from 'hono';
import { MAP_REGIONS_KEPT_S, type Timeouts } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';
import { type CurrentDataset, readManifest } from '../storage/current-dataset.ts';
import type { LoadedObjects } from '../storage/loaded-objects.ts';
import { R2TileSource } from '../storage/r2-tile-source.ts';
import { mapRegionOf } from './map-region.ts';

/**
 * Tells the map page which regions are live, as far as anybody may know. A region whose manifest is missing or damaged is a
 * failure: without it, the list would say that the region is not live.
 */
export function serveMapRegions(
  memory: { readonly current: CurrentDataset; readonly objects: LoadedObjects },
  timeouts: Timeouts,
): Handler<ServiceEnv> {
  return async function serveMapRegions(c) {
    const source = new R2TileSource(c.env.TILES, timeouts);
    const live = await memory.current.regions(source);
    const regions = await Promise.all(
      live.map(async (region) => mapRegionOf(await readManifest(region, source, memory.objects), region)),
    );
    return c.json(regions, 200, { 'Cache-Control': `public, max-age=${MAP_REGIONS_KEPT_S}` });
  };
}

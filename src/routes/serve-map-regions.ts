import type { Handler } from 'hono';
import { DamagedTile } from '../format/envelope.ts';
import { MAP_REGIONS_KEPT_S, type Timeouts } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';
import { type CurrentDataset, readManifest } from '../storage/current-dataset.ts';
import type { LoadedObjects } from '../storage/loaded-objects.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { mapRegionOf } from './map-region.ts';

/** Tells the map page which regions are live, as far as anybody may know. */
export function serveMapRegions(
  memory: { readonly current: CurrentDataset; readonly objects: LoadedObjects },
  timeouts: Timeouts,
): Handler<ServiceEnv> {
  return async function serveMapRegions(c) {
    const source = new ObjectStore(c.env.TILES, timeouts);
    const live = await memory.current.regions(source);
    const regions = await Promise.all(
      live.map((region) =>
        readManifest(region, source, memory.objects).then(
          (manifest) => mapRegionOf(manifest, region),
          (cause) => {
            // Other regions are answered for all the same.
            if (!(cause instanceof DamagedTile)) throw cause;
            c.var.report.note('map', cause);
            return null;
          },
        ),
      ),
    );
    const readable = regions.filter((region) => region !== null);
    return c.json(readable, 200, { 'Cache-Control': `public, max-age=${MAP_REGIONS_KEPT_S}` });
  };
}

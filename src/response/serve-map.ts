import { Hono } from 'hono';
import { DamagedTile } from '../format/envelope.ts';
import { basemapName, tileSetPrefix } from '../format/object-keys.ts';
import { BASEMAP_TILE_KEPT_S, MAP_REGIONS_KEPT_S, type Timeouts } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';
import { type CurrentDataset, readManifest } from '../storage/current-dataset.ts';
import type { LoadedObjects } from '../storage/loaded-objects.ts';
import { R2TileSource } from '../storage/r2-tile-source.ts';
import { fail, failThrown } from './fail.ts';
import { mapRegionOf } from './map-region.ts';
import { reportRequest } from './report-request.ts';

/** What anybody may see of the datasets, for the map page: the live regions, and the tiles of their basemaps. */
export function serveMap(
  memory: { readonly current: CurrentDataset; readonly objects: LoadedObjects },
  timeouts: Timeouts,
): Hono<ServiceEnv> {
  const map = new Hono<ServiceEnv>();
  map.use(reportRequest());
  map.get('/regions.json', async (c) => {
    const source = new R2TileSource(c.env.TILES, timeouts);
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
    return c.json(readable, 200, {
      'Cache-Control': `public, max-age=${MAP_REGIONS_KEPT_S}`,
      'X-Content-Type-Options': 'nosniff',
    });
  });
  map.get('/:version{[a-z0-9-]+}/:zoom{[0-9]{1,2}}/:x{[0-9]{1,7}}/:tile{[0-9]{1,7}\\.mvt}', async (c) => {
    const { version, zoom, x, tile } = c.req.param();
    const source = new R2TileSource(c.env.TILES, timeouts);
    const region = (await memory.current.regions(source)).find((live) => live.version === version);
    if (!region) return fail(c, { kind: 'unknown-path' });
    const { basemap } = region.sets;
    const name = basemapName(Number(zoom), Number(x), Number.parseInt(tile, 10));
    const bytes = basemap && (await source.read(tileSetPrefix('basemap', basemap) + name));
    const headers = {
      'Cache-Control': `public, max-age=${BASEMAP_TILE_KEPT_S}, immutable`,
      'X-Content-Type-Options': 'nosniff',
    };
    // A tile that is not there is empty. The type is one that Cloudflare compresses.
    return bytes
      ? c.body(bytes, 200, { ...headers, 'Content-Type': 'application/x-protobuf' })
      : c.body(null, 204, headers);
  });
  map.onError((cause, c) => failThrown(c, cause));
  return map;
}

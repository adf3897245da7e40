import type { Handler } from 'hono';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Manifest } from '../format/manifest.ts';
import { MAP_ZOOMS } from '../format/map-pack.ts';
import { LAYERS } from '../format/tile-sets.ts';
import { boundingBoxOf } from '../geo/positions.ts';
import { MAP_REGIONS_TTL_S, MAX_MAP_REGIONS, type Timeouts } from '../limits.ts';
import { datasetDetailsOf } from '../response/details.ts';
import { fail } from '../response/fail.ts';
import type { IsolateMemory, ServiceEnv } from '../service-env.ts';
import { readManifest } from '../storage/cached-current.ts';
import { ObjectStore } from '../storage/object-store.ts';
import type { MapRegion } from './map-region.ts';

const NEAR = /^(-?\d{1,3}(?:\.\d{1,9})?),(-?\d{1,2}(?:\.\d{1,9})?)$/;

/** Lists up to MAX_MAP_REGIONS live regions, without a key: nearest to `near`, else by name. */
export function serveMapRegions(memory: IsolateMemory, timeouts: Timeouts): Handler<ServiceEnv> {
  return async function serveMapRegions(c) {
    const source = new ObjectStore(c.env.TILES, timeouts);
    const live = await memory.current.regions(source);
    const near = c.req.query('near');
    const place = near === undefined ? null : NEAR.exec(near);
    if (near !== undefined && !place) {
      return fail(c, {
        kind: 'bad-request',
        message: 'near must be a longitude and a latitude: near=10.5,52.25',
      });
    }
    const listed = place
      ? live.nearest([Number(place[1]), Number(place[2])], MAX_MAP_REGIONS)
      : live.all.slice(0, MAX_MAP_REGIONS);
    const regions = await Promise.all(
      listed.map(async (region) => mapRegionOf(await readManifest(region, source, memory.objects), region)),
    );
    return c.json(regions, 200, { 'Cache-Control': `public, max-age=${MAP_REGIONS_TTL_S}` });
  };
}

function mapRegionOf(manifest: Manifest, { built_at }: LiveRegion): MapRegion {
  const { basemap, coverage } = manifest;
  return {
    ...datasetDetailsOf({ manifest, built_at }),
    coverage,
    bounds: boundingBoxOf(coverage.roads.flat()),
    density: LAYERS.filter((layer) => coverage[layer]),
    basemap: basemap && MAP_ZOOMS,
  };
}

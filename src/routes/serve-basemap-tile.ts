import type { Context, Handler } from 'hono';
import { EdgeCache } from '../cache/edge-cache.ts';
import type { Manifest } from '../format/manifest.ts';
import { isInRuns, MAP_ZOOMS, mapPackOf } from '../format/map-pack.ts';
import { tileSetPrefix } from '../format/object-keys.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import { BASEMAP_TILE_TTL_S, type Timeouts } from '../limits.ts';
import { accessCache } from '../request/open-storage.ts';
import { fail } from '../response/fail.ts';
import type { IsolateMemory, ServiceEnv } from '../service-env.ts';
import { readManifest } from '../storage/cached-current.ts';
import { Connections } from '../storage/connections.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { readMapTile } from '../storage/read-map-tile.ts';
import { MAP_PATH } from './map-region.ts';

export const BASEMAP_TILE_PATH =
  `${MAP_PATH}/:version{[a-z0-9-]+}/:zoom{[0-9]{1,2}}/:x{[0-9]{1,7}}/:tile{[0-9]{1,7}\\.mvt}` as const;

/** Serves basemap tiles, read by byte range and cached at the edge, without a key. */
export function serveBasemapTile(memory: IsolateMemory, timeouts: Timeouts): Handler<ServiceEnv> {
  return async function serveBasemapTile(c) {
    const { version, zoom, x, tile } = c.req.param() as Record<string, string>;
    const at: MapTile = { zoom: Number(zoom), x: Number(x), y: Number.parseInt(tile!, 10) };
    const connections = new Connections();
    const source = new ObjectStore(c.env.TILES, timeouts, { connections });
    const region = (await memory.current.regions(source)).withVersion(version!);
    if (!region) return fail(c, { kind: 'unknown-path' });
    const { basemap } = region.sets;
    const manifest = await readManifest(region, source, memory.objects);
    if (!basemap || !mayHold(manifest, at)) return absent(c);

    const access = accessCache(c, memory.cache, connections, timeouts);
    const cache = new EdgeCache('basemap', access, BASEMAP_TILE_TTL_S);
    const cacheKey = `${new URL(c.req.url).origin}/basemap/${tileSetPrefix('basemap', basemap)}${at.zoom}-${at.x}-${at.y}`;
    const bytes = await cache.bodyOf(cacheKey, () => readMapTile(basemap, at, source, memory.objects));
    return bytes ? present(c, bytes) : absent(c);
  };
}

function mayHold({ basemap }: Manifest, tile: MapTile): boolean {
  if (!basemap || tile.zoom < MAP_ZOOMS.min_zoom || tile.zoom > MAP_ZOOMS.max_zoom) return false;
  return isInRuns(basemap.packs, mapPackOf(tile));
}

const present = (c: Context<ServiceEnv>, bytes: ArrayBuffer): Response =>
  c.body(bytes, 200, {
    'Content-Type': 'application/x-protobuf',
    'Cache-Control': `public, max-age=${BASEMAP_TILE_TTL_S}, immutable`,
  });

const absent = (c: Context<ServiceEnv>): Response =>
  c.body(null, 204, { 'Cache-Control': `public, max-age=${BASEMAP_TILE_TTL_S}, immutable` });

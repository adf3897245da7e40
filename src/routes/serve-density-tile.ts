/** Serves density tiles to callers, made from count tiles and cached at the edge; 204 where nothing is shown. */
import type { Context, Handler } from 'hono';
import { type CoveredLand, compareLand } from '../answer/compare-shares.ts';
import { EdgeCache } from '../cache/edge-cache.ts';
import { resultKey } from '../cache/result-key.ts';
import { classedCells, type Neighbour } from '../density/classed-cells.ts';
import { MAX_DENSITY_ZOOM, MIN_DENSITY_ZOOM } from '../density/density-classes.ts';
import { drawDensity } from '../density/draw-density.ts';
import type { LiveRegion, LiveRegions } from '../format/live-regions.ts';
import type { Manifest } from '../format/manifest.ts';
import { LAYERS, type Layer } from '../format/tile-sets.ts';
import { boxOfTile, type MapTile } from '../geo/map-tiles.ts';
import { commonBox } from '../geo/positions.ts';
import { DENSITY_TILE_TTL_S, RESULT_TTL_S } from '../limits.ts';
import { fail } from '../response/fail.ts';
import type { IsolateMemory, ServiceEnv } from '../service-env.ts';
import { readManifest } from '../storage/cached-current.ts';
import { DatasetReader } from '../storage/dataset-reader.ts';
import { rereadDamaged } from '../storage/reread-damaged.ts';
import { DENSITY_PATH, MAP_PATH } from './map-region.ts';

export const DENSITY_TILE_PATH =
  `${MAP_PATH}/:version{[a-z0-9-]+}/${DENSITY_PATH}/:layer{${LAYERS.join('|')}}/:zoom{[0-9]{1,2}}/:x{[0-9]{1,4}}/:tile{[0-9]{1,4}\\.mvt}` as const;

/** Cells up to this many tile widths away reach into a tile. */
const BEYOND_TILE = 1;

export function serveDensityTile(memory: IsolateMemory): Handler<ServiceEnv> {
  return async function serveDensityTile(c) {
    const { report, storage } = c.var;
    const { version, layer, zoom, x, tile } = c.req.param() as Record<string, string> & { layer: Layer };
    const at: MapTile = { zoom: Number(zoom), x: Number(x), y: Number.parseInt(tile!, 10) };
    const live = await report.phase('current', storage.live);
    const region = live.withVersion(version!);
    if (!region || !isTile(layer, at)) return fail(c, { kind: 'unknown-path' });
    const near = regionsInTile(region, layer, at, live);

    const cache = new EdgeCache('density', storage.cache, RESULT_TTL_S);
    const key = await resultKey(
      new URL(c.req.url).origin,
      'density',
      c.env.CODE_VERSION.id,
      near.map((one) => one.version),
      [version, layer, at.zoom, at.x, at.y],
    );
    const kept = await report.phase('cache', () => cache.find(key));
    if (kept) {
      report.cache = 'hit';
      return present(c, kept.body);
    }
    const body = await report.phase('density', () =>
      rereadDamaged(storage.tiles, async (source, track) => {
        const open = (manifest: Manifest): DatasetReader => {
          const dataset = new DatasetReader(manifest, source, memory.objects);
          track(dataset);
          report.works.push(dataset.work);
          return dataset;
        };
        const landOf = (manifest: Manifest): CoveredLand => ({
          region: { version: manifest.version },
          coverage: manifest.coverage[layer] ?? [],
        });
        const manifest = await readManifest(region, source, memory.objects);
        const others = near.filter((one) => one.version !== version);
        const neighbours = await Promise.all(
          others.map(async (one): Promise<Neighbour> => {
            const other = await readManifest(one, source, memory.objects);
            const land = landOf(other);
            const isBefore = compareLand(land, landOf(manifest)) < 0;
            return { coverage: land.coverage, isBefore, open: () => open(other) };
          }),
        );
        const cells = await classedCells(layer, at, open(manifest), neighbours);
        return cells.length > 0 ? (drawDensity(cells, at).slice().buffer as ArrayBuffer) : new ArrayBuffer(0);
      }),
    );
    report.cache = 'miss';
    cache.storeLater(key, { body, storedAt_ms: Date.now() });
    return present(c, body);
  };
}

function regionsInTile(region: LiveRegion, layer: Layer, tile: MapTile, live: LiveRegions): LiveRegion[] {
  const box = region.boxes[layer];
  const shown = box && commonBox(box, boxOfTile(tile, BEYOND_TILE));
  return shown ? live.overlapping(layer, shown) : [];
}

const isTile = (layer: Layer, { zoom, x, y }: MapTile): boolean =>
  zoom >= MIN_DENSITY_ZOOM && zoom <= MAX_DENSITY_ZOOM[layer] && Math.max(x, y) < 2 ** zoom;

const present = (c: Context<ServiceEnv>, bytes: ArrayBuffer): Response => {
  const headers = {
    'Cache-Control': `private, max-age=${DENSITY_TILE_TTL_S}, immutable`,
    Vary: 'Authorization',
  };
  return bytes.byteLength > 0
    ? c.body(bytes, 200, { ...headers, 'Content-Type': 'application/x-protobuf' })
    : c.body(null, 204, headers);
};

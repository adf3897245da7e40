/** Sizes the arrival raster, and draws reached edges, masks of wholly reached tiles and the origin into it. */

import { DamagedTile } from '../format/envelope.ts';
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE, type RoadTile } from '../format/road-tile.ts';
import { MAX_RASTER_PIXELS } from '../limits.ts';
import { ArrivalRaster } from './arrival-raster.ts';
import { EdgeSeeder, type RasterScale } from './edge-seeder.ts';
import { pixelWidth_m, pixelX, pixelY } from './pixel-grid.ts';
import type { CoordinateBounds, Reach } from './reach.ts';
import type { ReachedEdges } from './reached-edges.ts';
import { fullWalk_ms, latestOnEdge_ms, maxWalkPixels } from './walk-left.ts';

/** The transform and the outline need a rim of this width. */
const MARGIN_PIXELS = 4;

/** @returns an empty raster that contains the bounds and a full walk around them; undefined above MAX_RASTER_PIXELS */
export function rasterAround(bounds: CoordinateBounds, scale: RasterScale): ArrivalRaster | undefined {
  if (samplesAround(bounds, scale) > MAX_RASTER_PIXELS) return undefined;
  const { left, top, width, height } = frameAround(bounds, scale);
  return new ArrivalRaster(left, top, width, height);
}

/** Returns the number of samples that `rasterAround` needs. */
export function samplesAround(bounds: CoordinateBounds, scale: RasterScale): number {
  const { width, height } = frameAround(bounds, scale);
  return width * height;
}

function frameAround(
  bounds: Readonly<CoordinateBounds>,
  { travel, pixels }: RasterScale,
): { left: number; top: number; width: number; height: number } {
  const south = bounds.south * COORDINATE_UNIT_DEGREES;
  const north = bounds.north * COORDINATE_UNIT_DEGREES;
  const narrowest_m = Math.min(pixelWidth_m(south, pixels), pixelWidth_m(north, pixels));
  const margin = maxWalkPixels(travel, narrowest_m) + MARGIN_PIXELS;
  // Outlines end at ±180°.
  const left = Math.max(0, Math.floor(pixelX(bounds.west * COORDINATE_UNIT_DEGREES, pixels) - margin));
  const right = Math.min(pixels, Math.ceil(pixelX(bounds.east * COORDINATE_UNIT_DEGREES, pixels) + margin));
  const top = Math.floor(pixelY(north, pixels) - margin);
  const bottom = Math.ceil(pixelY(south, pixels) + margin);
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

export function seedArrivals(
  raster: ArrivalRaster,
  reaches: readonly Reach[],
  reached: ReachedEdges,
  scale: RasterScale,
): void {
  const { limit_ms } = reaches[0];
  const departures = reaches.flatMap((reach) => reach.departures);
  const wholeTiles = reaches.flatMap((reach) => reach.wholeTiles);
  const fullWalkUntil_ms = limit_ms - fullWalk_ms(scale.travel);
  const { edges, atTail_ms, atHead_ms, firstEdge } = reached;
  const drawn = new Set<Pick<RoadTile, 'barriers'>>([
    ...reached.tiles,
    ...departures.map(({ tile }) => tile),
  ]);
  for (const { barriers } of drawn) if (barriers) raster.blockSteps(barriers.blocked);
  for (const { masks } of wholeTiles) if (masks.blocked) raster.blockSteps(masks.blocked);
  for (let position = 0; position < reached.tiles.length; position++) {
    const end = firstEdge[position + 1];
    if (firstEdge[position] === end) continue;
    const tile = reached.tiles[position];
    const { edgeForward_ms, edgeBackward_ms } = tile;
    const seeder = new EdgeSeeder(raster, tile, scale);
    for (let i = firstEdge[position]; i < end; i++) {
      const edge = edges[i];
      const latest_ms = latestOnEdge_ms(
        atTail_ms[i],
        atHead_ms[i],
        edgeForward_ms[edge],
        edgeBackward_ms[edge],
      );
      if (latest_ms <= fullWalkUntil_ms) seeder.seedWhole(edge);
      else seeder.seedReached(edge, atTail_ms[i], atHead_ms[i], limit_ms);
    }
  }
  for (const { masks, children } of wholeTiles) {
    for (const child of children ?? masks.column.keys()) {
      if (!raster.seedMask(masks, child))
        throw new DamagedTile('roads', `masks of ${masks.cell} reach outside its parent's bounds`);
    }
  }
  for (const { tile, edge, fraction, departs_ms } of departures) {
    if ((tile.edgeFlags[edge] & FRONTAGE_EDGE) === 0) continue;
    new EdgeSeeder(raster, tile, scale).seedOrigin(edge, fraction, limit_ms - departs_ms);
  }
}

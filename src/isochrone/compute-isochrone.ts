/** Computes an isochrone: snaps the origin, searches the road hierarchy, rasterises walks off the roads, traces the outline. */
import { cannotServe, type Result, success } from '../failures.ts';
import type { Travel } from '../format/tile-sets.ts';
import type { Position, Zone } from '../geo/positions.ts';
import { FILLED_HOLES_OF_DRIVES, MAX_RASTER_PIXELS, OUTLINE_TOLERANCE_M } from '../limits.ts';
import type { OnEdge } from './bounded-search.ts';
import type { RasterScale } from './edge-seeder.ts';
import { outlineOfRaster } from './outline.ts';
import { pixelsAroundWorld, pixelWidth_m } from './pixel-grid.ts';
import type { Reach } from './reach.ts';
import { collectReachedEdges } from './reached-edges.ts';
import { type RoadsOfRegion, searchAcrossBorders } from './search-across-borders.ts';
import { rasterAround, seedArrivals } from './seed-arrivals.ts';
import { snapOrigin } from './snap-origin.ts';

export interface IsochroneQuery {
  readonly origin: Position;
  readonly travel: Travel;
  /** The travel time is in whole seconds. */
  readonly time_s: number;
}

export interface Isochrone {
  /** The zone has right-hand rings with at most 6 decimals, is valid under RFC 7946 and never empty. */
  readonly zone: Zone;
  /** The origin lies on the road network, with at most 6 decimals. */
  readonly origin: Position;
  /** The origin lies this far from the requested place in a straight line. */
  readonly originDistance_m: number;
  /** Tells whether roads left the data with time left, and no other region's data goes on. */
  readonly cut: boolean;
  readonly nodesSettled: number;
  /** Versions of the other regions whose roads were used. */
  readonly entered: readonly string[];
}

/**
 * A place is reached if the arrival at a road with frontage, plus a walk of at most MAX_WALK_FROM_ROAD_M, is in time. The way
 * to the first road is free, or remote places would reach nothing.
 * @param others regions that may have roads in reach, in any order
 * @param onEdge called early with cells along the edge, to prefetch
 * @returns 422 without a road within MAX_SNAP_DISTANCE_M, or if too wide
 */
export async function computeIsochrone(
  query: IsochroneQuery,
  region: RoadsOfRegion,
  others: readonly RoadsOfRegion[] = [],
  onEdge?: OnEdge,
): Promise<Result<Isochrone>> {
  const snapped = await snapOrigin(query.origin, query.travel, await region.open());
  if (!snapped.ok) return snapped;
  const { travel, time_s } = query;
  const scale = { travel, pixels: pixelsAroundWorld(travel, time_s) };
  const { reaches, isCut, entered } = await searchAcrossBorders(snapped.value, region, others, {
    ...{ travel, limit_ms: time_s * 1_000, maskPixels: scale.pixels, onEdge },
  });
  const zone = areaOf(reaches, scale, filledHole_m2(travel, time_s));
  const { position, distance_m } = snapped.value;
  if (!zone) {
    const most_km2 = Math.floor((MAX_RASTER_PIXELS * pixelWidth_m(position[1], scale.pixels) ** 2) / 1e6);
    return cannotServe(
      'over-limit',
      `time is too long here: the box around the area reached must have at most ${most_km2} km².`,
    );
  }
  return success({
    zone,
    origin: [roundTo6(position[0]), roundTo6(position[1])],
    originDistance_m: distance_m,
    cut: isCut,
    nodesSettled: reaches.reduce((sum, { nodesSettled }) => sum + nodesSettled, 0),
    entered,
  });
}

/** Smaller holes are filled. The size never falls with the time, so that isochrones stay nested. */
export function filledHole_m2(travel: Travel, time_s: number): number {
  if (travel === 'pedestrian') return OUTLINE_TOLERANCE_M.pedestrian ** 2;
  const { from_s, from_m, to_s, to_m } = FILLED_HOLES_OF_DRIVES;
  const share = Math.max(0, Math.min(1, (time_s - from_s) / (to_s - from_s)));
  return (from_m + share * (to_m - from_m)) ** 2;
}

/**
 * Runs without `await`, as it uses shared buffers.
 * @param reaches at least one, that of the origin first
 * @returns undefined if too wide for a raster
 */
export function areaOf(
  reaches: readonly Reach[],
  scale: RasterScale,
  filledHole_m2: number,
): Zone | undefined {
  const reached = collectReachedEdges(reaches);
  const raster = rasterAround(reached.bounds, scale);
  if (!raster) return undefined;
  seedArrivals(raster, reaches, reached, scale);
  raster.spread();
  const width_m = pixelWidth_m(reaches[0].origin.position[1], scale.pixels);
  return outlineOfRaster(raster, scale.pixels, filledHole_m2 / width_m ** 2);
}

const roundTo6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

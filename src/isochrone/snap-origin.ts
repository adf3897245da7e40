/** Snaps an origin to the nearest point of a road with frontage (no motorway, no tunnel), up to MAX_SNAP_DISTANCE_M away. */
import { cannotServe, type Result, success } from '../failures.ts';
import {
  CLOSED,
  COORDINATE_UNIT_DEGREES,
  FRONTAGE_EDGE,
  REPEATED_EDGE,
  type RoadTile,
} from '../format/road-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { METRES_PER_DEGREE } from '../geo/earth.ts';
import type { Position } from '../geo/positions.ts';
import { MAX_SNAP_DISTANCE_M } from '../limits.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import type { Origin } from './reach.ts';
import { readRoadsNear } from './roads-near.ts';

const FIRST_LOOK_M = 100;

/**
 * Ties go to the first tile and edge.
 * @returns 422 without an open road within MAX_SNAP_DISTANCE_M
 */
export async function snapOrigin(place: Position, travel: Travel, tiles: RoadTiles): Promise<Result<Origin>> {
  for (const radius_m of [FIRST_LOOK_M, MAX_SNAP_DISTANCE_M]) {
    const roads = await readRoadsNear({ places: [place], radius_m, roads: 'with frontage' }, travel, tiles);
    const nearest = nearestPoint(place, radius_m, roads, takesOrigins);
    if (nearest) return success(nearest);
  }
  return cannotServe(
    'no-road',
    `lon and lat must be within ${MAX_SNAP_DISTANCE_M} m of a road that is usable by travel=${travel}; there is none.`,
  );
}

interface NearSegment {
  readonly tile: RoadTile;
  readonly edge: number;
  readonly point: number;
  /** The nearest point lies at this share of the segment. */
  readonly share: number;
}

/**
 * Finds the nearest point of an edge that is accepted; distances are on the tangent plane at the place.
 * @returns undefined if there is none within `radius_m`
 */
export function nearestPoint(
  place: Position,
  radius_m: number,
  tiles: Iterable<RoadTile>,
  accepts: (tile: RoadTile, edge: number) => boolean,
): Origin | undefined {
  const eastPerUnit = METRES_PER_DEGREE * COORDINATE_UNIT_DEGREES * Math.cos((place[1] * Math.PI) / 180);
  const northPerUnit = METRES_PER_DEGREE * COORDINATE_UNIT_DEGREES;
  const placeLon = place[0] / COORDINATE_UNIT_DEGREES;
  const placeLat = place[1] / COORDINATE_UNIT_DEGREES;
  let bestSquare = radius_m ** 2;
  let best: NearSegment | undefined;
  for (const tile of tiles) {
    const { pointLon, pointLat } = tile;
    let reach = Math.sqrt(bestSquare) / northPerUnit;
    let low = Math.floor(placeLat - reach) | 0;
    let high = Math.ceil(placeLat + reach) | 0;
    let nextLat = pointLat[0];
    for (let point = 0; point < pointLat.length - 1; point++) {
      const lat = nextLat;
      nextLat = pointLat[point + 1];
      if ((lat < low && nextLat < low) || (lat > high && nextLat > high)) continue;
      const x0 = shortWay(pointLon[point] - placeLon) * eastPerUnit;
      const y0 = (lat - placeLat) * northPerUnit;
      const x1 = shortWay(pointLon[point + 1] - placeLon) * eastPerUnit;
      const y1 = (nextLat - placeLat) * northPerUnit;
      const dx = x1 - x0;
      const dy = y1 - y0;
      const square = dx * dx + dy * dy;
      const share = square > 0 ? Math.max(0, Math.min(1, -(x0 * dx + y0 * dy) / square)) : 0;
      const x = x0 + share * dx;
      const y = y0 + share * dy;
      if (best ? x * x + y * y >= bestSquare : x * x + y * y > bestSquare) continue;
      const edge = edgeOfSegment(tile, point);
      if (edge === undefined || !accepts(tile, edge)) continue;
      bestSquare = x * x + y * y;
      best = { tile, edge, point, share };
      reach = Math.sqrt(bestSquare) / northPerUnit;
      low = Math.floor(placeLat - reach) | 0;
      high = Math.ceil(placeLat + reach) | 0;
    }
  }
  if (!best) return undefined;
  const { tile, edge, point, share } = best;
  const lonUnits = between(tile.pointLon[point], tile.pointLon[point + 1], share);
  const latUnits = between(tile.pointLat[point], tile.pointLat[point + 1], share);
  return {
    position: [lonUnits * COORDINATE_UNIT_DEGREES, latUnits * COORDINATE_UNIT_DEGREES],
    distance_m: Math.sqrt(bestSquare),
    departs_ms: 0,
    tile,
    edge,
    fraction: fractionOfLength(tile, edge, point, share),
  };
}

/** Tells whether an edge is open in some direction, and no repeated copy. */
export const isOpen = ({ edgeFlags, edgeForward_ms, edgeBackward_ms }: RoadTile, edge: number): boolean =>
  (edgeFlags[edge] & REPEATED_EDGE) === 0 &&
  (edgeForward_ms[edge] !== CLOSED || edgeBackward_ms[edge] !== CLOSED);

const takesOrigins = (tile: RoadTile, edge: number): boolean =>
  (tile.edgeFlags[edge] & FRONTAGE_EDGE) !== 0 && isOpen(tile, edge);

function edgeOfSegment({ edgeFirstPoint }: RoadTile, point: number): number | undefined {
  let low = 0;
  let high = edgeFirstPoint.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (edgeFirstPoint[middle] <= point) low = middle;
    else high = middle;
  }
  return edgeFirstPoint[low + 1] > point + 1 ? low : undefined;
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

function shortWay(units: number): number {
  const world = 360 / COORDINATE_UNIT_DEGREES;
  if (units > world / 2) return units - world;
  return units < -world / 2 ? units + world : units;
}

function fractionOfLength(tile: RoadTile, edge: number, segment: number, share: number): number {
  const first = tile.edgeFirstPoint[edge];
  const last = tile.edgeFirstPoint[edge + 1] - 1;
  const eastPerNorth = Math.cos((tile.pointLat[first] * COORDINATE_UNIT_DEGREES * Math.PI) / 180);
  let before = 0;
  let length = 0;
  for (let point = first; point < last; point++) {
    const part = Math.hypot(
      (tile.pointLon[point + 1] - tile.pointLon[point]) * eastPerNorth,
      tile.pointLat[point + 1] - tile.pointLat[point],
    );
    if (point < segment) before += part;
    if (point === segment) before += part * share;
    length += part;
  }
  return length > 0 ? Math.min(1, before / length) : 0;
}

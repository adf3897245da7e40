/** The point of the road network that is nearest to a place and where people step on and off. */
import { cannotServe, type Result, success } from '../failures.ts';
import {
  CLOSED,
  COORDINATE_UNIT_DEGREES,
  FRONTAGE_EDGE,
  REPEATED_EDGE,
  type RoadTile,
} from '../format/road-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import type { Position } from '../geo/positions.ts';
import { MAX_SNAP_DISTANCE_M } from '../limits.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import type { Origin } from './reach.ts';
import { readRoadsNear } from './roads-near.ts';

/** Most places have a road this near, so that the tiles farther off need not be read to find the nearest. */
const FIRST_LOOK_M = 100;
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/**
 * Looks at every edge with frontage that is open in at least one direction and no other edge's repetition. Among equally near ones the first in the
 * order of tiles and edges is taken.
 * @returns 422 where there is no such edge within MAX_SNAP_DISTANCE_M
 * @throws StorageUnavailable, DamagedTile
 */
export async function snapOrigin(place: Position, travel: Travel, tiles: RoadTiles): Promise<Result<Origin>> {
  for (const radius_m of [FIRST_LOOK_M, MAX_SNAP_DISTANCE_M]) {
    const nearest = nearestPoint(place, radius_m, await readRoadsNear(place, radius_m, travel, tiles));
    if (nearest) return success(nearest);
  }
  return cannotServe(
    `lon and lat must be within ${MAX_SNAP_DISTANCE_M} m of a road that is usable by travel=${travel}; there is none.`,
  );
}

/** Within the radius. Measured in metres on a plane that touches the globe at the place. */
function nearestPoint(place: Position, radius_m: number, tiles: Iterable<RoadTile>): Origin | undefined {
  const eastPerUnit = METRES_PER_DEGREE * COORDINATE_UNIT_DEGREES * Math.cos((place[1] * Math.PI) / 180);
  const northPerUnit = METRES_PER_DEGREE * COORDINATE_UNIT_DEGREES;
  const placeLon = place[0] / COORDINATE_UNIT_DEGREES;
  const placeLat = place[1] / COORDINATE_UNIT_DEGREES;
  let bestSquare = radius_m ** 2;
  // Roads farther north or south than this are not looked at closer.
  let bestLat = radius_m / northPerUnit;
  let best: { tile: RoadTile; edge: number; segment: number; share: number } | undefined;
  for (const tile of tiles) {
    for (let edge = 0; edge < tile.edgeTail.length; edge++) {
      if ((tile.edgeFlags[edge] & (FRONTAGE_EDGE | REPEATED_EDGE)) !== FRONTAGE_EDGE) continue;
      if (tile.edgeForward_ms[edge] === CLOSED && tile.edgeBackward_ms[edge] === CLOSED) continue;
      const first = tile.edgeFirstPoint[edge];
      const last = tile.edgeFirstPoint[edge + 1] - 1;
      let nextLat = tile.pointLat[first] - placeLat;
      for (let point = first; point < last; point++) {
        const lat = nextLat;
        nextLat = tile.pointLat[point + 1] - placeLat;
        if (Math.min(lat, nextLat) > bestLat || Math.max(lat, nextLat) < -bestLat) continue;
        const x0 = shortWay(tile.pointLon[point] - placeLon) * eastPerUnit;
        const y0 = lat * northPerUnit;
        const x1 = shortWay(tile.pointLon[point + 1] - placeLon) * eastPerUnit;
        const y1 = nextLat * northPerUnit;
        const dx = x1 - x0;
        const dy = y1 - y0;
        const square = dx * dx + dy * dy;
        const share = square > 0 ? Math.max(0, Math.min(1, -(x0 * dx + y0 * dy) / square)) : 0;
        const x = x0 + share * dx;
        const y = y0 + share * dy;
        if (best ? x * x + y * y < bestSquare : x * x + y * y <= bestSquare) {
          bestSquare = x * x + y * y;
          bestLat = Math.sqrt(bestSquare) / northPerUnit;
          best = { tile, edge, segment: point, share };
        }
      }
    }
  }
  if (!best) return undefined;
  const { tile, edge, segment, share } = best;
  const lonUnits = between(tile.pointLon[segment], tile.pointLon[segment + 1], share);
  const latUnits = between(tile.pointLat[segment], tile.pointLat[segment + 1], share);
  return {
    position: [lonUnits * COORDINATE_UNIT_DEGREES, latUnits * COORDINATE_UNIT_DEGREES],
    distance_m: Math.sqrt(bestSquare),
    tile,
    edge,
    fraction: fractionOfLength(tile, edge, segment, share),
  };
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** A difference of longitudes in coordinate units, by the shorter way around the globe. */
function shortWay(units: number): number {
  const world = 360 / COORDINATE_UNIT_DEGREES;
  if (units > world / 2) return units - world;
  return units < -world / 2 ? units + world : units;
}

/** Share of an edge's length up to a point that lies `share` of the way along one of its segments. */
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

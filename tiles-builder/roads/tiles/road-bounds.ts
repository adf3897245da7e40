import { FRONTAGE_EDGE, type RoadArrays } from '../../../src/format/road-tile.ts';

/** Bounding boxes of edges with frontage, in 1e-7 degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const NOWHERE: Bounds = { west: 2 ** 31 - 1, south: 2 ** 31 - 1, east: -(2 ** 31), north: -(2 ** 31) };

/** West exceeds east if no edge has frontage. */
export function boundsOfFrontage({
  edgeFlags,
  edgeFirstPoint,
  pointLon,
  pointLat,
}: Pick<RoadArrays, 'edgeFlags' | 'edgeFirstPoint' | 'pointLon' | 'pointLat'>): Bounds {
  let { west, south, east, north } = NOWHERE;
  for (let edge = 0; edge < edgeFlags.length; edge++) {
    if ((edgeFlags[edge] & FRONTAGE_EDGE) === 0) continue;
    for (let point = edgeFirstPoint[edge]; point < edgeFirstPoint[edge + 1]; point++) {
      west = Math.min(west, pointLon[point]);
      east = Math.max(east, pointLon[point]);
      south = Math.min(south, pointLat[point]);
      north = Math.max(north, pointLat[point]);
    }
  }
  return { west, south, east, north };
}

export const isNowhere = ({ west, east }: Bounds): boolean => west > east;

export function joinBounds(parts: readonly Bounds[]): Bounds {
  return parts.reduce(
    (all, { west, south, east, north }) => ({
      west: Math.min(all.west, west),
      south: Math.min(all.south, south),
      east: Math.max(all.east, east),
      north: Math.max(all.north, north),
    }),
    NOWHERE,
  );
}

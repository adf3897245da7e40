/** Boxes around roads. */
import type { RoadArrays } from '../../src/format/road-tile.ts';

/** In 1e-7 degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const NOWHERE: Bounds = { west: 2 ** 31 - 1, south: 2 ** 31 - 1, east: -(2 ** 31), north: -(2 ** 31) };

export function boundsOfPoints({ pointLon, pointLat }: Pick<RoadArrays, 'pointLon' | 'pointLat'>): Bounds {
  let { west, south, east, north } = NOWHERE;
  for (let point = 0; point < pointLon.length; point++) {
    west = Math.min(west, pointLon[point]!);
    east = Math.max(east, pointLon[point]!);
    south = Math.min(south, pointLat[point]!);
    north = Math.max(north, pointLat[point]!);
  }
  return { west, south, east, north };
}

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

import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import { FRONTAGE_EDGE, type RoadArrays } from '../../../src/format/road-tile.ts';
import type { SeparatorArrays } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { samplesAround } from '../../../src/isochrone/seed-arrivals.ts';

/** A bounding box of edges in 1e-7 degrees; without edges, west exceeds east. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const NOWHERE: Bounds = { west: 2 ** 31 - 1, south: 2 ** 31 - 1, east: -(2 ** 31), north: -(2 ** 31) };

/** Bounds of roads with frontage, and of all. */
export interface RoadBounds extends Bounds {
  readonly roads: Bounds;
}

type EdgeShapes = Pick<RoadArrays, 'edgeFlags' | 'edgeFirstPoint' | 'pointLon' | 'pointLat'>;

export const boundsOfFrontage = (leaf: EdgeShapes): Bounds => boundsOfEdges(leaf, FRONTAGE_EDGE);

export const boundsOfRoads = (leaf: EdgeShapes): RoadBounds => ({
  ...boundsOfFrontage(leaf),
  roads: boundsOfEdges(leaf, 0),
});

function boundsOfEdges({ edgeFlags, edgeFirstPoint, pointLon, pointLat }: EdgeShapes, flags: number): Bounds {
  let { west, south, east, north } = NOWHERE;
  for (let edge = 0; edge < edgeFlags.length; edge++) {
    if ((edgeFlags[edge] & flags) !== flags) continue;
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

/** Usual leaves have 10,000. A larger one has a very long edge, and is never taken whole. */
const MAX_MASK_SAMPLES = 200_000;

/** Tells whether a tile whose roads lie in this box has masks. */
export const canHaveMasks = (bounds: Bounds, travel: Travel): boolean =>
  isNowhere(bounds) ||
  SAMPLE_GRIDS[travel].every(({ pixels }) => samplesAround(bounds, { travel, pixels }) <= MAX_MASK_SAMPLES);

export const joinRoadBounds = (parts: readonly RoadBounds[]): RoadBounds => ({
  ...joinBounds(parts),
  roads: joinBounds(parts.map(({ roads }) => roads)),
});

function joinBounds(parts: readonly Bounds[]): Bounds {
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

/** Arranges the bounds of children as columns of a separator tile. */
export const boundsOfChildren = (
  children: readonly RoadBounds[],
): Pick<SeparatorArrays, `child${'' | 'Roads'}${'West' | 'South' | 'East' | 'North'}`> => ({
  childWest: Int32Array.from(children, ({ west }) => west),
  childSouth: Int32Array.from(children, ({ south }) => south),
  childEast: Int32Array.from(children, ({ east }) => east),
  childNorth: Int32Array.from(children, ({ north }) => north),
  childRoadsWest: Int32Array.from(children, ({ roads }) => roads.west),
  childRoadsSouth: Int32Array.from(children, ({ roads }) => roads.south),
  childRoadsEast: Int32Array.from(children, ({ roads }) => roads.east),
  childRoadsNorth: Int32Array.from(children, ({ roads }) => roads.north),
});

/** Defines input and result of a road search: an origin, and tiles with arrival times. */
import type { MaskTile } from '../format/mask-tile.ts';
import { NO_ARC_MS } from '../format/ranked-arcs.ts';
import type { RoadTile } from '../format/road-tile.ts';
import type { Cell } from '../geo/cells.ts';
import type { Position } from '../geo/positions.ts';

/** Bounds are in coordinate units. */
export interface CoordinateBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Larger differences of longitude cross the antimeridian. */
export const HALF_WORLD_UNITS = 1_800_000_000;

/** An unreached node has this arrival time, which fits 32 bits with any arc added. */
export const UNREACHED = NO_ARC_MS;

export interface Origin {
  readonly position: Position;
  /** The origin lies this far from the requested place in a straight line. */
  readonly distance_m: number;
  readonly tile: RoadTile;
  readonly edge: number;
  /** The fraction is 0 at the edge's tail, 1 at its head. */
  readonly fraction: number;
}

/** Reads the longitude of the start of the origin's edge, in coordinate units. */
export const lonOf = ({ tile, edge }: Origin): number => tile.pointLon[tile.edgeFirstPoint[edge]];

export interface ReachedTile {
  readonly tile: RoadTile;
  /** Arrivals are by slot, UNREACHED beyond the limit. */
  readonly arrivals_ms: Int32Array;
}

/** Road tiles that are reached completely with the longest walk left. */
export interface WholeTiles {
  readonly masks: MaskTile;
  /** All children are meant if this is absent. */
  readonly children?: readonly number[];
}

export interface Reach {
  readonly origin: Origin;
  readonly limit_ms: number;
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  readonly wholeTiles: readonly WholeTiles[];
  /** Bounds of the roads in `wholeTiles`; west is above east if there are none. */
  readonly wholeBounds: CoordinateBounds;
  /** A road leaves the data from a node reached in time. */
  readonly leavesData: boolean;
  readonly nodesSettled: number;
}

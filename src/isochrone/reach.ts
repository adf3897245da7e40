/** Types of a road search: origins, bounds, arrival times. */
import type { MaskTile } from '../format/mask-tile.ts';
import { NO_ARC_MS } from '../format/ranked-arcs.ts';
import type { RoadTile } from '../format/road-tile.ts';
import type { Cell } from '../geo/cells.ts';
import type { Position } from '../geo/positions.ts';

/** In coordinate units. */
export interface CoordinateBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Half the globe: a point farther off is beyond the antimeridian, where an outline may not go. */
export const HALF_WORLD_UNITS = 1_800_000_000;

/** Arrival time of an unreached node: adding an arc's milliseconds still fits 32 bits. */
export const UNREACHED = NO_ARC_MS;

/** The point of the road network at which an isochrone starts. */
export interface Origin {
  readonly position: Position;
  /** Straight-line distance from the requested place. */
  readonly distance_m: number;
  readonly tile: RoadTile;
  /** Number of the edge in `tile`. */
  readonly edge: number;
  /** Position on the edge: 0 at its tail, 1 at its head. */
  readonly fraction: number;
}

/** Longitude of the start of the origin's edge, in coordinate units. */
export const lonOf = ({ tile, edge }: Origin): number => tile.pointLon[tile.edgeFirstPoint[edge]];

export interface ReachedTile {
  readonly tile: RoadTile;
  /**
   * Milliseconds from the origin to own nodes, then border nodes (slots as in edgeTail and edgeHead); UNREACHED beyond the limit.
   */
  readonly arrivals_ms: Int32Array;
}

/** Road tiles whose roads are all reached with the longest walk left. */
export interface WholeTiles {
  readonly masks: MaskTile;
  /** All of them if absent. */
  readonly children?: readonly number[];
}

/** The result of a search. */
export interface Reach {
  readonly origin: Origin;
  readonly limit_ms: number;
  /** Tiles not reached as a whole. */
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  readonly wholeTiles: readonly WholeTiles[];
  /** Bounds of the roads in `wholeTiles`; west is above east if there are none. */
  readonly wholeBounds: CoordinateBounds;
  /** Whether a road leaves the data from a node reached before the limit. */
  readonly leavesData: boolean;
  /** Nodes reached within the limit, over all swept tiles. */
  readonly nodesSettled: number;
}

/** Input and result of a road search: origin, tiles with arrival times. */
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

/** Larger differences cross the antimeridian. */
export const HALF_WORLD_UNITS = 1_800_000_000;

/** Arrival time of an unreached node; plus any arc it fits 32 bits. */
export const UNREACHED = NO_ARC_MS;

export interface Origin {
  readonly position: Position;
  /** Straight line from the requested place. */
  readonly distance_m: number;
  readonly tile: RoadTile;
  readonly edge: number;
  /** 0 at the tail, 1 at the head. */
  readonly fraction: number;
}

/** Longitude of the start of the origin's edge, in coordinate units. */
export const lonOf = ({ tile, edge }: Origin): number => tile.pointLon[tile.edgeFirstPoint[edge]];

export interface ReachedTile {
  readonly tile: RoadTile;
  /** By slot; UNREACHED beyond the limit. */
  readonly arrivals_ms: Int32Array;
}

/** Road tiles reached completely with the longest walk left. */
export interface WholeTiles {
  readonly masks: MaskTile;
  /** All if absent. */
  readonly children?: readonly number[];
}

export interface Reach {
  readonly origin: Origin;
  readonly limit_ms: number;
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  readonly wholeTiles: readonly WholeTiles[];
  /** Of the roads in `wholeTiles`; west is above east if none. */
  readonly wholeBounds: CoordinateBounds;
  /** A road leaves the data from a node reached in time. */
  readonly leavesData: boolean;
  readonly nodesSettled: number;
}

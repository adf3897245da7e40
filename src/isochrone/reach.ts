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

/** Differences above cross the antimeridian, which outlines may not. */
export const HALF_WORLD_UNITS = 1_800_000_000;

/** An unreached node's arrival: plus any arc it fits 32 bits. */
export const UNREACHED = NO_ARC_MS;

/** Start of an isochrone on the road network. */
export interface Origin {
  readonly position: Position;
  /** Straight line from the requested place. */
  readonly distance_m: number;
  readonly tile: RoadTile;
  /** In `tile`. */
  readonly edge: number;
  /** 0 at the tail, 1 at the head. */
  readonly fraction: number;
}

/** In coordinate units, at the edge's tail. */
export const lonOf = ({ tile, edge }: Origin): number => tile.pointLon[tile.edgeFirstPoint[edge]];

export interface ReachedTile {
  readonly tile: RoadTile;
  /** By slot, border nodes last; UNREACHED beyond the limit. */
  readonly arrivals_ms: Int32Array;
}

/** Road tiles reached completely with the longest walk left. */
export interface WholeTiles {
  readonly masks: MaskTile;
  /** All if absent. */
  readonly children?: readonly number[];
}

/** The result of a search. */
export interface Reach {
  readonly origin: Origin;
  readonly limit_ms: number;
  /** Tiles reached in part. */
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  readonly wholeTiles: readonly WholeTiles[];
  /** Of the roads in `wholeTiles`; west is above east if none. */
  readonly wholeBounds: CoordinateBounds;
  /** A road leaves the data from a node reached before the limit. */
  readonly leavesData: boolean;
  /** Over all swept tiles. */
  readonly nodesSettled: number;
}

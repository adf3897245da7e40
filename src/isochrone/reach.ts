/** Types of a road search: origins, bounds, arrival times. */
import type { MaskTile } from '../format/mask-tile.ts';
import { NO_ARC_MS } from '../format/ranked-arcs.ts';
import type { RoadTile } from '../format/road-tile.ts';
import type { Cell } from '../geo/cells.ts';
import type { Position } from '../geo/positions.ts';

/** A box in coordinate units. */
export interface CoordinateBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Half the globe: a point farther off than this is beyond the antimeridian, where an outline may not go. */
export const HALF_WORLD_UNITS = 1_800_000_000;

/** Arrival time of a node that is not reached within the limit: an arc's milliseconds may be added in 32 bits. */
export const UNREACHED = NO_ARC_MS;

/** The point of the road network that an isochrone starts from. */
export interface Origin {
  readonly position: Position;
  /** From the place asked for to `position`, as the crow flies. */
  readonly distance_m: number;
  readonly tile: RoadTile;
  /** Number of the edge in `tile`. */
  readonly edge: number;
  /** Where on the edge, as a share of its length from its tail: 0 at the tail, 1 at the head. */
  readonly fraction: number;
}

/** Longitude of the start of the origin's edge, in coordinate units. */
export const lonOf = ({ tile, edge }: Origin): number => tile.pointLon[tile.edgeFirstPoint[edge]];

/** A tile with reached nodes. */
export interface ReachedTile {
  readonly tile: RoadTile;
  /**
   * Milliseconds from the origin to the tile's own nodes, then to its border nodes (the slots that edgeTail and edgeHead
   * name); UNREACHED where that takes longer than the limit.
   */
  readonly arrivals_ms: Int32Array;
}

/** Road tiles whose roads are reached as a whole, with all the walk left. */
export interface WholeTiles {
  readonly masks: MaskTile;
  /** Which of the children; all of them where there is none. */
  readonly children?: readonly number[];
}

/** What a search hands on: every node that the limit allows. */
export interface Reach {
  readonly origin: Origin;
  readonly limit_ms: number;
  /** Those that are not reached as a whole. */
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  readonly wholeTiles: readonly WholeTiles[];
  /** Box of the roads in `wholeTiles`; west is above east where there are none. */
  readonly wholeBounds: CoordinateBounds;
  /** Whether the roads go on outside the data from a node that is reached before the limit. */
  readonly leavesData: boolean;
  /** How many nodes have an arrival time within the limit, in all tiles that were swept. */
  readonly nodesSettled: number;
}

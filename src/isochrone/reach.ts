import { CLOSED, type RoadTile } from '../format/road-tile.ts';
import type { Cell } from '../geo/cells.ts';
import type { Position } from '../geo/positions.ts';

/** Arrival time of a node that is not reached within the limit. */
export const UNREACHED = CLOSED;

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

/** A tile with reached nodes. */
export interface ReachedTile {
  readonly tile: RoadTile;
  /**
   * Milliseconds from the origin to the tile's own nodes, then to its external nodes (the numbering of edgeTail and
   * edgeHead); UNREACHED where that takes longer than the limit.
   */
  readonly arrivals_ms: Uint32Array;
}

/** What a search hands on: every node that the limit allows, whichever algorithm found it. */
export interface Reach {
  readonly origin: Origin;
  readonly limit_ms: number;
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  /** How often a node was taken from the queue with its best arrival so far. */
  readonly nodesSettled: number;
}

/** Whether the roads go on outside the data from a node that is reached before the limit. */
export function leavesData(reach: Reach, exitFlag: number): boolean {
  for (const { tile, arrivals_ms } of reach.tiles.values()) {
    const { nodeFlags } = tile;
    for (let node = 0; node < nodeFlags.length; node++) {
      if ((nodeFlags[node] & exitFlag) !== 0 && arrivals_ms[node] < reach.limit_ms) return true;
    }
  }
  return false;
}

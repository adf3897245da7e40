/** Defines what goes into a road search, an origin or departures, and its result, tiles with arrival times. */
import type { MaskTile } from '../format/mask-tile.ts';
import { NO_ARC_MS } from '../format/ranked-arcs.ts';
import type { RoadEdges, RoadTile } from '../format/road-tile.ts';
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

/** What drawing needs of a road tile. */
export type DrawnTile = RoadEdges & { readonly cell: Cell };

/** A point on a road from which a search starts. */
export interface Departure<Tile extends DrawnTile = RoadTile> {
  readonly tile: Tile;
  readonly edge: number;
  /** The fraction is 0 at the edge's tail, 1 at its head. */
  readonly fraction: number;
  /** The search starts there this long after the origin, 0 at the origin itself. */
  readonly departs_ms: number;
}

export interface Origin extends Departure {
  readonly position: Position;
  /** The origin lies this far from the requested place in a straight line. */
  readonly distance_m: number;
}

/** A node where a road leaves the data of a region, reached in time; the position is in coordinate units. */
export interface ReachedExit {
  readonly lon: number;
  readonly lat: number;
  /** Start of the last piece of road before the exit. */
  readonly fromLon: number;
  readonly fromLat: number;
  readonly arrival_ms: number;
  /** The exit is a dead end close to the border: the road may end there. */
  readonly isPresumed: boolean;
}

/** Reads the longitude of the start of an edge, in coordinate units. */
export const lonOf = ({ tile, edge }: Departure<DrawnTile>): number =>
  tile.pointLon[tile.edgeFirstPoint[edge]];

export interface ReachedTile {
  readonly tile: DrawnTile;
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
  /** The isochrone's origin: nothing is drawn beyond the antimeridian from there. */
  readonly origin: Origin;
  /** The searches began here, at the origin or where its roads entered the region. */
  readonly departures: readonly Departure<DrawnTile>[];
  readonly limit_ms: number;
  /** Leaf tiles that are drawn edge by edge. */
  readonly tiles: ReadonlyMap<Cell, ReachedTile>;
  readonly wholeTiles: readonly WholeTiles[];
  /** Bounds of the roads in `wholeTiles`; west is above east if there are none. */
  readonly wholeBounds: CoordinateBounds;
  /** A road leaves the data from a node reached in time. */
  readonly leavesData: boolean;
  /** All such nodes that the last search found, where they were asked for. */
  readonly exits: readonly ReachedExit[];
  /** Arrivals by slot in all tiles that were swept, leaves and separators, where exits were asked for. */
  readonly swept_ms: ReadonlyMap<Cell, Int32Array>;
  readonly nodesSettled: number;
}

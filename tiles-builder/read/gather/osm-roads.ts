/** The roads and ferries of an OpenStreetMap file, with all that bears on travelling them. */
import type { Tags } from '../../records.ts';

/** In the place of a node that a way names but the extract left out. */
export const MISSING_NODE = -1;

/** A road or a ferry line. */
export interface OsmWay {
  readonly id: number;
  readonly tags: Tags;
  /** Indexes of its nodes in order, MISSING_NODE for those that the file does not hold. */
  readonly nodes: Int32Array;
}

/** A turn restriction with one node between the ways. */
export interface TurnRestriction {
  readonly id: number;
  /** `restriction` is for example `no_left_turn` or `only_straight_on`; `except` may name kinds of vehicles. */
  readonly tags: Tags;
  /** Ids of ways; several for `no_entry` and `no_exit`. */
  readonly fromWays: readonly number[];
  readonly viaNode: number;
  readonly toWays: readonly number[];
}

/** Roads as OpenStreetMap has them. A node is named by its index. */
export interface OsmRoads {
  readonly ways: readonly OsmWay[];
  /** WGS84 in 1e-7 degrees, one entry a node. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  /** Tags of the nodes that have a `barrier`. */
  readonly barriers: ReadonlyMap<number, Tags>;
  readonly restrictions: readonly TurnRestriction[];
}

/** Whether a way with these tags carries travel of some kind. */
export const isRoad = (tags: Tags): boolean => tags.highway !== undefined || tags.route === 'ferry';

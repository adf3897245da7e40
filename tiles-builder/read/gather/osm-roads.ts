/** The roads and ferries of an OpenStreetMap file, with all that bears on travelling them, in columns of numbers. */
import type { Tags } from '../../records.ts';
import type { RoadTags } from './road-tags.ts';

/** In the place of a node that a way names but the extract left out. */
export const MISSING_NODE = -1;

/** Ways are named by their place in the file, nodes by a number. A way takes 20 bytes and 4 for each of its nodes, a node takes 8. */
export interface OsmRoads {
  /** Each combination of tags that ways, barriers or restrictions have, once. */
  readonly tagCombinations: readonly RoadTags[];
  /** Each name that ways have, once; the first is of those without a name. */
  readonly distinctNames: readonly (string | undefined)[];
  /** Ids in the source, one entry a way. */
  readonly wayIds: Float64Array;
  /** Places in `tagCombinations` and in `distinctNames`, one entry a way. */
  readonly wayTags: Uint32Array;
  readonly wayNames: Uint32Array;
  /** Nodes of way w in order: wayNodes[wayFirstNode[w]] to wayNodes[wayFirstNode[w + 1] - 1]. */
  readonly wayFirstNode: Uint32Array;
  /** Numbers of nodes, MISSING_NODE for those that the file does not hold. */
  readonly wayNodes: Int32Array;
  /** WGS84 in 1e-7 degrees, one entry a node. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  readonly barriers: Barriers;
  readonly restrictions: TurnRestrictions;
}

/** Nodes with a barrier: their numbers, and the places of their tags in `tagCombinations`. */
export interface Barriers {
  readonly nodes: Uint32Array;
  readonly tags: Uint32Array;
}

/** Turn restrictions with one node between the ways. */
export interface TurnRestrictions {
  /** One entry a restriction: the node, and the place of its tags in `tagCombinations`. */
  readonly viaNodes: Uint32Array;
  readonly tags: Uint32Array;
  /** The ways from which restriction r bans turns: ways[firstFrom[r]] to ways[firstTo[r] - 1], and those into which: up to ways[firstFrom[r + 1] - 1]. */
  readonly firstFrom: Uint32Array;
  readonly firstTo: Uint32Array;
  readonly ways: Uint32Array;
}

/** Whether a way with these tags carries travel of some kind. */
export const isRoad = (tags: Tags): boolean => tags.highway !== undefined || tags.route === 'ferry';

export const tagsOfWay = ({ tagCombinations, wayTags }: OsmRoads, way: number): RoadTags =>
  tagCombinations[wayTags[way]];

/** A view of the numbers of a way's nodes. */
export const nodesOfWay = ({ wayFirstNode, wayNodes }: OsmRoads, way: number): Int32Array =>
  wayNodes.subarray(wayFirstNode[way], wayFirstNode[way + 1]);

/** The places in the file of all ways. */
export const waysOf = ({ wayIds }: OsmRoads): IterableIterator<number> => wayIds.keys();

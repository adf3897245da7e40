/** Roads and ferries of an OpenStreetMap file in columns. */
import type { Tags } from '../../records.ts';
import type { RoadTags } from './road-tags.ts';

/** A node that the extract lacks. */
export const MISSING_NODE = -1;

/** Ways are identified by index, nodes by number. 20 bytes a way, 4 a node reference, 8 a node. */
export interface OsmRoads {
  /** Distinct tag combinations of ways, barriers and restrictions. */
  readonly tagCombinations: readonly RoadTags[];
  /** Distinct names of ways; the first is none. */
  readonly distinctNames: readonly (string | undefined)[];
  /** Source ids by way. */
  readonly wayIds: Float64Array;
  /** Indexes into `tagCombinations` and `distinctNames` by way. */
  readonly wayTags: Uint32Array;
  readonly wayNames: Uint32Array;
  /** Nodes of way w in order: wayNodes[wayFirstNode[w]] to wayNodes[wayFirstNode[w + 1] - 1]. */
  readonly wayFirstNode: Uint32Array;
  /** Node numbers, MISSING_NODE for those that the file lacks. */
  readonly wayNodes: Int32Array;
  /** WGS84 in 1e-7 degrees by node. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  readonly barriers: Barriers;
  readonly restrictions: TurnRestrictions;
}

/** Nodes with a barrier, and indexes of their tags in `tagCombinations`. */
export interface Barriers {
  readonly nodes: Uint32Array;
  readonly tags: Uint32Array;
}

/** Turn restrictions whose via member is one node. */
export interface TurnRestrictions {
  /** Via node by restriction, and index of its tags in `tagCombinations`. */
  readonly viaNodes: Uint32Array;
  readonly tags: Uint32Array;
  /** From ways of restriction r: ways[firstFrom[r]] to ways[firstTo[r] - 1]. To ways: up to ways[firstFrom[r + 1] - 1]. */
  readonly firstFrom: Uint32Array;
  readonly firstTo: Uint32Array;
  readonly ways: Uint32Array;
}

export const isRoad = (tags: Tags): boolean => tags.highway !== undefined || tags.route === 'ferry';

export const tagsOfWay = ({ tagCombinations, wayTags }: OsmRoads, way: number): RoadTags =>
  tagCombinations[wayTags[way]];

export const nodesOfWay = ({ wayFirstNode, wayNodes }: OsmRoads, way: number): Int32Array =>
  wayNodes.subarray(wayFirstNode[way], wayFirstNode[way + 1]);

export const waysOf = ({ wayIds }: OsmRoads): IterableIterator<number> => wayIds.keys();

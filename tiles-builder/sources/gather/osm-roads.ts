import type { Tags } from '../../base/records.ts';
import type { RoadTags } from './road-tags.ts';

export const MISSING_NODE = -1;

/** Roads and ferries of an OSM file in columns by way and node; they take 20 bytes a way, 4 a node reference, and 8 a node. */
export interface OsmRoads {
  readonly tagCombinations: readonly RoadTags[];
  readonly distinctNames: readonly (string | undefined)[];
  readonly wayIds: Float64Array;
  /** Indexes into `tagCombinations` and `distinctNames`. */
  readonly wayTags: Uint32Array;
  readonly wayNames: Uint32Array;
  /** Way w has wayNodes[wayFirstNode[w]] to wayNodes[wayFirstNode[w + 1] - 1]. */
  readonly wayFirstNode: Uint32Array;
  /** Nodes of ways, MISSING_NODE for those that the file lacks. */
  readonly wayNodes: Int32Array;
  /** Positions of nodes in 1e-7 degrees of WGS84. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  readonly barriers: Barriers;
  /** Lines that no walk off the roads crosses, in coordinate units, one after the other; NOWHERE after each. */
  readonly barrierLon: Int32Array;
  readonly barrierLat: Int32Array;
  readonly restrictions: TurnRestrictions;
}

export interface Barriers {
  readonly nodes: Uint32Array;
  readonly tags: Uint32Array;
}

export interface TurnRestrictions {
  readonly viaNodes: Uint32Array;
  readonly tags: Uint32Array;
  /** Restriction r has from ways ways[firstFrom[r]] to ways[firstTo[r] - 1], then to ways up to ways[firstFrom[r + 1] - 1]. */
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

/** Roads as columns and as lists. */

import type { Tags } from '../../../tiles-builder/base/records.ts';
import {
  nodesOfWay,
  type OsmRoads,
  tagsOfWay,
  waysOf,
} from '../../../tiles-builder/sources/gather/osm-roads.ts';
import { type RoadTags, TagCombinations } from '../../../tiles-builder/sources/gather/road-tags.ts';

export interface OsmWay {
  readonly id: number;
  readonly tags: RoadTags;
  readonly name: string | undefined;
  readonly nodes: Int32Array;
}

interface RoadParts {
  readonly ways: readonly { readonly id: number; readonly tags: Tags; readonly nodes: Int32Array }[];
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  readonly barriers?: ReadonlyMap<number, Tags>;
  readonly restrictions?: readonly {
    readonly tags: Tags;
    readonly viaNode: number;
    readonly fromWays: readonly number[];
    readonly toWays: readonly number[];
  }[];
}

export function osmRoads({
  ways,
  nodeLon,
  nodeLat,
  barriers = new Map(),
  restrictions = [],
}: RoadParts): OsmRoads {
  const combinations = new TagCombinations();
  const wayFirstNode = [0];
  for (const { nodes } of ways) wayFirstNode.push(wayFirstNode.at(-1)! + nodes.length);
  const firstFrom = [0];
  const firstTo: number[] = [];
  for (const { fromWays, toWays } of restrictions) {
    firstTo.push(firstFrom.at(-1)! + fromWays.length);
    firstFrom.push(firstTo.at(-1)! + toWays.length);
  }
  return {
    tagCombinations: combinations.all,
    distinctNames: [undefined, ...ways.map(({ tags }) => tags.name)],
    wayIds: Float64Array.from(ways, ({ id }) => id),
    wayTags: Uint32Array.from(ways, ({ tags }) => combinations.numberOf(tags)),
    wayNames: Uint32Array.from(ways, (_, way) => way + 1),
    wayFirstNode: Uint32Array.from(wayFirstNode),
    wayNodes: Int32Array.from(ways.flatMap(({ nodes }) => [...nodes])),
    nodeLon,
    nodeLat,
    barrierLon: new Int32Array(0),
    barrierLat: new Int32Array(0),
    barriers: {
      nodes: Uint32Array.from(barriers.keys()),
      tags: Uint32Array.from([...barriers.values()], (tags) => combinations.numberOf(tags)),
    },
    restrictions: {
      viaNodes: Uint32Array.from(restrictions, ({ viaNode }) => viaNode),
      tags: Uint32Array.from(restrictions, ({ tags }) => combinations.numberOf(tags)),
      firstFrom: Uint32Array.from(firstFrom),
      firstTo: Uint32Array.from(firstTo),
      ways: Uint32Array.from(restrictions.flatMap(({ fromWays, toWays }) => [...fromWays, ...toWays])),
    },
  };
}

export const osmWays = (roads: OsmRoads): OsmWay[] =>
  Array.from(waysOf(roads), (way) => ({
    id: roads.wayIds[way],
    tags: tagsOfWay(roads, way),
    name: roads.distinctNames[roads.wayNames[way]],
    nodes: nodesOfWay(roads, way),
  }));

export function retagged(roads: OsmRoads, tagsOf: (way: OsmWay) => RoadTags): OsmRoads {
  const tagCombinations = [...roads.tagCombinations];
  const wayTags = Uint32Array.from(osmWays(roads), (way, place) => {
    const tags = tagsOf(way);
    return tags === way.tags ? roads.wayTags[place] : tagCombinations.push(tags) - 1;
  });
  return { ...roads, tagCombinations, wayTags };
}

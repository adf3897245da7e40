/** What is to be known of each node before ways are cut, one byte a node. */
import type { Travel } from '../../../src/format/tile-sets.ts';
import { MISSING_NODE, type OsmRoads, tagsOfWay, waysOf } from '../../read/gather/osm-roads.ts';
import { stopsTravel } from './barriers.ts';
import type { TravelOfWay } from './travel-of-ways.ts';

/** Some way passes here. */
const PASSED = 1;
/** Ways pass here more than once. */
export const JUNCTION = 2;
/** A road passes here, and not ferries alone: they are boarded there and nowhere else. */
export const ON_LAND = 4;
/** Nobody gets past here. */
export const STOP = 8;
/** A road leaves the data here. */
export const EXIT = 16;

/** Marks of all nodes: where ways pass and meet. */
export function markPassages(roads: OsmRoads, travelOf: TravelOfWay): Uint8Array {
  const marks = new Uint8Array(roads.nodeLon.length);
  const { wayFirstNode, wayNodes } = roads;
  for (const way of waysOf(roads)) {
    if (!travelOf(way)) continue;
    const always = tagsOfWay(roads, way).highway === undefined ? PASSED : PASSED | ON_LAND;
    let previous = MISSING_NODE;
    for (let i = wayFirstNode[way]; i < wayFirstNode[way + 1]; i++) {
      const node = wayNodes[i];
      if (node !== MISSING_NODE && node !== previous) {
        if ((marks[node] & PASSED) !== 0) marks[node] |= JUNCTION;
        marks[node] |= always;
      }
      previous = node;
    }
  }
  return marks;
}

/** Marks the barriers that stop somebody who travels this way. */
export function markStops({ barriers, tagCombinations }: OsmRoads, travel: Travel, marks: Uint8Array): void {
  const isStop = tagCombinations.map((tags) => stopsTravel(tags, travel));
  barriers.nodes.forEach((node, i) => {
    if (isStop[barriers.tags[i]]) marks[node] |= STOP;
  });
}

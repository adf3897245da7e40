/** Marks nodes where ways are cut, by flags in a byte: junctions, ends on land, barriers, exits, dead ends near the border. */
import type { Travel } from '../../../src/format/tile-sets.ts';
import { MISSING_NODE, type OsmRoads, tagsOfWay, waysOf } from '../../sources/gather/osm-roads.ts';
import { stopsTravel } from './barriers.ts';
import type { TravelOfWay } from './travel-of-ways.ts';

const PASSED = 1;
/** The node is on several ways, or repeatedly on one. */
export const JUNCTION = 2;
/** A ferry can be boarded at the node. */
export const ON_LAND = 4;
export const STOP = 8;
/** A road leaves the data at the node. */
export const EXIT = 16;
/** The node is near the border of the data, beyond which a road may go on. */
export const DEAD_END = 32;

/** Marks junctions and nodes on land, by the ways that one can travel. */
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

/** Marks nodes with a barrier that stops the travel mode. */
export function markStops({ barriers, tagCombinations }: OsmRoads, travel: Travel, marks: Uint8Array): void {
  const isStop = tagCombinations.map((tags) => stopsTravel(tags, travel));
  barriers.nodes.forEach((node, i) => {
    if (isStop[barriers.tags[i]]) marks[node] |= STOP;
  });
}

/** Where ways meet. */
import { MISSING_NODE, type OsmRoads } from '../../read/gather/osm-roads.ts';
import type { TravelledWay } from './travelled-ways.ts';

/** 1 for each OSM node that ways pass more than once. */
export function findJunctions(roads: OsmRoads, ways: readonly TravelledWay[]): Uint8Array {
  const passed = new Uint8Array(roads.nodeLon.length);
  const isJunction = new Uint8Array(roads.nodeLon.length);
  for (const { way } of ways) {
    let previous = MISSING_NODE;
    for (const node of way.nodes) {
      if (node !== MISSING_NODE && node !== previous) {
        isJunction[node] = passed[node]!;
        passed[node] = 1;
      }
      previous = node;
    }
  }
  return isJunction;
}

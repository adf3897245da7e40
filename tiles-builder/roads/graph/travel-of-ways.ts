import type { Travel } from '../../../src/format/tile-sets.ts';
import { distance_m } from '../../geometry/haversine.ts';
import { MISSING_NODE, nodesOfWay, type OsmRoads } from '../../sources/gather/osm-roads.ts';
import type { SpeedFactors } from '../../sources/gather/road-tags.ts';
import { type FerryLine, isFerry } from './ferry.ts';
import { type WayTravel, wayTravel } from './way-travel.ts';

/**
 * Returns the speed and frontage of a way, or `null` if one cannot travel it. They are computed once for each combination of
 * tags, and for each ferry.
 */
export type TravelOfWay = (way: number) => WayTravel | null;

export function travelOfWays(roads: OsmRoads, travel: Travel, factors?: SpeedFactors): TravelOfWay {
  const ofRoads = roads.tagCombinations.map((tags) =>
    isFerry(tags) ? null : wayTravel(tags, travel, null, factors),
  );
  const isOfFerries = roads.tagCombinations.map(isFerry);
  return (way) => {
    const tags = roads.wayTags[way];
    return isOfFerries[tags]
      ? wayTravel(roads.tagCombinations[tags], travel, ferryLine(roads, way))
      : ofRoads[tags];
  };
}

function ferryLine(roads: OsmRoads, way: number): FerryLine {
  const nodes = nodesOfWay(roads, way);
  let length_m = 0;
  for (let i = 1; i < nodes.length; i++) {
    const [from, to] = [nodes[i - 1], nodes[i]];
    if (from !== MISSING_NODE && to !== MISSING_NODE) length_m += segmentLength_m(roads, from, to);
  }
  return { length_m, isClosed: nodes[0] !== MISSING_NODE && nodes[0] === nodes[nodes.length - 1] };
}

export function segmentLength_m(roads: OsmRoads, a: number, b: number): number {
  return distance_m(roads.nodeLon[a], roads.nodeLat[a], roads.nodeLon[b], roads.nodeLat[b]);
}

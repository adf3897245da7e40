/** The ways that one way to travel may use. */
import type { Travel } from '../../src/format/tile-sets.ts';
import { MISSING_NODE, type OsmRoads, type OsmWay } from '../sources/osm-roads.ts';
import { distance_m } from './shape-length.ts';
import { type WayTravel, wayTravel } from './way-travel.ts';

export interface TravelledWay {
  readonly way: OsmWay;
  readonly travel: WayTravel;
}

/** In the order of the file. */
export function travelledWays(roads: OsmRoads, travel: Travel): TravelledWay[] {
  return roads.ways.flatMap((way) => {
    const found = wayTravel(
      way.tags,
      travel,
      way.tags.duration === undefined ? null : wayLength_m(roads, way),
    );
    return found ? [{ way, travel: found }] : [];
  });
}

/** `null` where the file does not hold all of the way's nodes. */
function wayLength_m(roads: OsmRoads, way: OsmWay): number | null {
  if (way.nodes.includes(MISSING_NODE)) return null;
  let length_m = 0;
  for (let i = 1; i < way.nodes.length; i++)
    length_m += segmentLength_m(roads, way.nodes[i - 1]!, way.nodes[i]!);
  return length_m;
}

/** Metres between two nodes. */
export function segmentLength_m(roads: OsmRoads, a: number, b: number): number {
  return distance_m(roads.nodeLon[a]!, roads.nodeLat[a]!, roads.nodeLon[b]!, roads.nodeLat[b]!);
}

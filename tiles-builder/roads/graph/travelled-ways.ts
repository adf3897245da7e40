/** The ways that one way to travel may use. */
import type { Travel } from '../../../src/format/tile-sets.ts';
import { distance_m } from '../../geometry/shape-length.ts';
import { MISSING_NODE, type OsmRoads, type OsmWay } from '../../read/gather/osm-roads.ts';
import { type FerryLine, isFerry } from './ferry.ts';
import { type WayTravel, wayTravel } from './way-travel.ts';

export interface TravelledWay {
  readonly way: OsmWay;
  readonly travel: WayTravel;
}

/** In the order of the file. */
export function travelledWays(roads: OsmRoads, travel: Travel): TravelledWay[] {
  return roads.ways.flatMap((way) => {
    const line = isFerry(way.tags) ? ferryLine(roads, way) : null;
    const found = wayTravel(way.tags, travel, line);
    return found ? [{ way, travel: found }] : [];
  });
}

function ferryLine(roads: OsmRoads, { nodes }: OsmWay): FerryLine {
  let length_m = 0;
  for (let i = 1; i < nodes.length; i++) {
    const [from, to] = [nodes[i - 1]!, nodes[i]!];
    if (from !== MISSING_NODE && to !== MISSING_NODE) length_m += segmentLength_m(roads, from, to);
  }
  return { length_m, isClosed: nodes[0] !== MISSING_NODE && nodes[0] === nodes[nodes.length - 1] };
}

/** Metres between two nodes. */
export function segmentLength_m(roads: OsmRoads, a: number, b: number): number {
  return distance_m(roads.nodeLon[a]!, roads.nodeLat[a]!, roads.nodeLon[b]!, roads.nodeLat[b]!);
}

/** Streets that people live along. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import { METRES_PER_DEGREE } from '../geometry/planar-area.ts';
import { MISSING_NODE, nodesOfWay, type OsmRoads, tagsOfWay, waysOf } from '../read/gather/osm-roads.ts';

/** A short piece of a street. */
export interface StreetPiece {
  /** Its middle. */
  readonly position: Position;
  /** Metres, less where a street of its class has fewer homes along it than a residential one. */
  readonly frontage_m: number;
}

const FRONTAGE_BY_CLASS: Readonly<Record<string, number>> = {
  residential: 1,
  living_street: 1,
  unclassified: 0.5,
  tertiary: 0.5,
  secondary: 0.4,
  pedestrian: 0.5,
  road: 0.5,
  primary: 0.3,
};
const PIECE_M = 20;

export function residentialStreets(roads: OsmRoads): StreetPiece[] {
  const { nodeLon, nodeLat } = roads;
  const pieces: StreetPiece[] = [];
  for (const way of waysOf(roads)) {
    const tags = tagsOfWay(roads, way);
    const nodes = nodesOfWay(roads, way);
    const frontage = FRONTAGE_BY_CLASS[tags.highway ?? ''];
    const isOnGround = [tags.tunnel, tags.bridge].every((value) => value === undefined || value === 'no');
    if (frontage === undefined || !isOnGround) continue;
    for (let i = 1; i < nodes.length; i++) {
      const [from, to] = [nodes[i - 1]!, nodes[i]!];
      if (from === MISSING_NODE || to === MISSING_NODE) continue;
      const lon = nodeLon[from]! * COORDINATE_UNIT_DEGREES;
      const lat = nodeLat[from]! * COORDINATE_UNIT_DEGREES;
      const east = nodeLon[to]! * COORDINATE_UNIT_DEGREES - lon;
      const north = nodeLat[to]! * COORDINATE_UNIT_DEGREES - lat;
      const length_m = METRES_PER_DEGREE * Math.hypot(north, east * Math.cos((lat * Math.PI) / 180));
      const count = Math.max(1, Math.round(length_m / PIECE_M));
      for (let piece = 0; piece < count; piece++) {
        const share = (piece + 0.5) / count;
        pieces.push({
          position: [lon + east * share, lat + north * share],
          frontage_m: (frontage * length_m) / count,
        });
      }
    }
  }
  return pieces;
}

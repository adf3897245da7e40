/** Where roads leave the data. */
import { COORDINATE_UNIT_DEGREES } from '../../../src/format/road-tile.ts';
import { type BoundingBox, boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { AreaIndex } from '../../geometry/area-index.ts';
import { boxAround } from '../../geometry/box-around.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import { distanceToLine_m } from '../../geometry/simplify-zone.ts';
import { MISSING_NODE, type OsmRoads } from '../../read/gather/osm-roads.ts';
import { findJunctions } from './junctions.ts';
import type { TravelledWay } from './travelled-ways.ts';

const UNITS_PER_DEGREE = Math.round(1 / COORDINATE_UNIT_DEGREES);

/**
 * Some extracts cut roads at their edge without a trace: nodes beyond it are taken out of the ways too. So a road that
 * ends this close to the edge of the coverage is taken to go on. (In extracts cut so, nine in ten of the dead ends within 200 m
 * of the edge lie within 100 m, as roads have a node every few dozen metres.)
 */
const MAX_CUT_END_TO_EDGE_M = 100;

/**
 * The OSM nodes at which a traveller leaves the data, as far as the way is open in that direction: the first one outside
 * the coverage, the last one known before nodes that the extract left out, and dead ends beside the coverage's edge.
 */
export function findExits(
  roads: OsmRoads,
  ways: readonly TravelledWay[],
  coverage: Zone,
): ReadonlySet<number> {
  const isOutside = outsideTest(roads, coverage);
  const isNearEdge = nearEdgeTest(coverage, MAX_CUT_END_TO_EDGE_M);
  const isJunction = findJunctions(roads, ways);
  const exits = new Set<number>();
  const step = (from: number, to: number, open: boolean): void => {
    if (!open || from === MISSING_NODE) return;
    if (to === MISSING_NODE) exits.add(from);
    else if (isOutside(to) && !isOutside(from)) exits.add(to);
  };
  const end = (node: number, open: boolean): void => {
    if (!open || node === MISSING_NODE || isJunction[node] === 1) return;
    const lon = roads.nodeLon[node]! / UNITS_PER_DEGREE;
    const lat = roads.nodeLat[node]! / UNITS_PER_DEGREE;
    if (isNearEdge([lon, lat])) exits.add(node);
  };
  for (const { way, travel } of ways) {
    end(way.nodes[0]!, travel.backward_m_s !== null);
    end(way.nodes[way.nodes.length - 1]!, travel.forward_m_s !== null);
    for (let i = 1; i < way.nodes.length; i++) {
      const before = way.nodes[i - 1]!;
      const after = way.nodes[i]!;
      step(before, after, travel.forward_m_s !== null);
      step(after, before, travel.backward_m_s !== null);
    }
  }
  return exits;
}

/** Whether a node lies outside a zone; its edge belongs to it. Each node is looked at once. */
function outsideTest(roads: OsmRoads, coverage: Zone): (node: number) => boolean {
  const { west, south, east, north } = boundingBoxOf(coverage.flat());
  const isBox = coverage.length === 1 && isBoundingBox(coverage);
  const area = new PlanarArea(coverage);
  const unknown = 2;
  const outside = new Uint8Array(roads.nodeLon.length).fill(unknown);
  return (node) => {
    if (outside[node] === unknown) {
      const lon = roads.nodeLon[node]! / UNITS_PER_DEGREE;
      const lat = roads.nodeLat[node]! / UNITS_PER_DEGREE;
      const inBox = lon >= west && lon <= east && lat >= south && lat <= north;
      outside[node] = inBox && (isBox || area.contains([lon, lat])) ? 0 : 1;
    }
    return outside[node] === 1;
  };
}

/** Whether the zone is one rectangle along parallels and meridians, as the default coverage is. */
function isBoundingBox(coverage: Zone): boolean {
  const [shell, ...holes] = coverage[0]!;
  const alongAxes = shell!.every((position, i) => {
    const previous = shell![i === 0 ? shell!.length - 2 : i - 1]!;
    return (position[0] === previous[0]) !== (position[1] === previous[1]);
  });
  return holes.length === 0 && shell!.length === 5 && alongAxes;
}

/** Whether some edge of a zone's rings passes a place within a distance, on a plane around the place. */
function nearEdgeTest(zone: Zone, within_m: number): (place: Position) => boolean {
  const edges = zone
    .flat()
    .flatMap((ring) => ring.slice(1).map((end, i): [Position, Position] => [ring[i]!, end]));
  const index = new AreaIndex(edges.map((edge): BoundingBox => boundingBoxOf([edge])));
  return (place) =>
    index.meeting(boxAround(place, within_m)).some((edge) => {
      const [a, b] = edges[edge]!;
      return distanceToLine_m(place, a, b) <= within_m;
    });
}

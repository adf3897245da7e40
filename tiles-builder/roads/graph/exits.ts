/**
 * Marks nodes where roads leave the data: beyond the coverage, at the antimeridian, and before missing nodes. Dead ends near
 * the border get another mark, as only roads of a neighbouring region can say whether they go on.
 */
import type { Zone } from '../../../src/geo/positions.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { edgeDistanceOf } from '../../geometry/edge-distance.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import { MISSING_NODE, type OsmRoads, waysOf } from '../../sources/gather/osm-roads.ts';
import { DEAD_END, EXIT, JUNCTION } from './node-marks.ts';
import type { TravelOfWay } from './travel-of-ways.ts';

/** Roads that end so near continue: some extracts drop nodes beyond. Of ends within 200 m, nine in ten lie so near. */
const MAX_CUT_END_TO_EDGE_M = 100;

const ANTIMERIDIAN: Zone = [-180, 180].map((lon) => [
  [
    [lon, -90],
    [lon, 90],
  ],
]);

/** Marks a node only if a road is open in the direction that leaves the data. */
export function markExits(roads: OsmRoads, travelOf: TravelOfWay, coverage: Zone, marks: Uint8Array): void {
  const isOutside = outsideTest(roads, coverage);
  const toEdge = edgeDistanceOf([...coverage, ...ANTIMERIDIAN]);
  const isAtAntimeridian = (node: number): boolean =>
    Math.abs(roads.nodeLon[node]) === 180 * UNITS_PER_DEGREE;
  const step = (from: number, to: number, open: boolean): void => {
    if (!open || from === MISSING_NODE) return;
    if (to === MISSING_NODE) marks[from] |= EXIT;
    else if (isAtAntimeridian(to) || (isOutside(to) && !isOutside(from))) marks[to] |= EXIT;
  };
  const end = (node: number, open: boolean): void => {
    if (!open || node === MISSING_NODE || (marks[node] & JUNCTION) !== 0) return;
    const lon = roads.nodeLon[node] / UNITS_PER_DEGREE;
    const lat = roads.nodeLat[node] / UNITS_PER_DEGREE;
    if (toEdge([lon, lat], MAX_CUT_END_TO_EDGE_M) < Infinity) marks[node] |= DEAD_END;
  };
  const { wayFirstNode, wayNodes } = roads;
  for (const way of waysOf(roads)) {
    const travel = travelOf(way);
    const [first, last] = [wayFirstNode[way], wayFirstNode[way + 1] - 1];
    if (!travel || last < first) continue;
    end(wayNodes[first], travel.backward_m_s !== null);
    end(wayNodes[last], travel.forward_m_s !== null);
    for (let i = first + 1; i <= last; i++) {
      step(wayNodes[i - 1], wayNodes[i], travel.forward_m_s !== null);
      step(wayNodes[i], wayNodes[i - 1], travel.backward_m_s !== null);
    }
  }
}

function outsideTest({ nodeLon, nodeLat }: OsmRoads, coverage: Zone): (node: number) => boolean {
  const area = new PlanarArea(coverage);
  const outside = new NumberSet();
  for (let node = 0; node < nodeLon.length; node++) {
    if (!area.containsAt(nodeLon[node] / UNITS_PER_DEGREE, nodeLat[node] / UNITS_PER_DEGREE))
      outside.add(node);
  }
  return (node) => outside.has(node);
}

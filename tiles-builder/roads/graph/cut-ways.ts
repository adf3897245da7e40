/** Splits ways into edges with travel times at junctions, dead ends, barriers and exits; edges share no barrier's node. */
import { CLOSED, EXIT_NODE, FRONTAGE_EDGE, PRESUMED_EXIT } from '../../../src/format/road-tile.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import { MISSING_NODE, type OsmRoads, waysOf } from '../../sources/gather/osm-roads.ts';
import { DEAD_END, EXIT, JUNCTION, ON_LAND, STOP } from './node-marks.ts';
import { newTopology, type Topology } from './topology.ts';
import { segmentLength_m, type TravelOfWay } from './travel-of-ways.ts';
import type { WayTravel } from './way-travel.ts';

const MS_PER_S = 1000;

/** Numbers nodes and edges by first appearance. */
export function cutWays(roads: OsmRoads, travelOf: TravelOfWay, marks: Uint8Array): Topology {
  const { wayNodes } = roads;
  const ends = new NumberSet();
  let edges = 0;
  let stoppedEnds = 0;
  eachPiece(roads, travelOf, marks, (_travel, first, last) => {
    edges++;
    for (const end of [wayNodes[first], wayNodes[last]]) {
      if ((marks[end] & STOP) !== 0) stoppedEnds++;
      else ends.add(end);
    }
  });

  const topology = newTopology(ends.size + stoppedEnds, edges);
  const unnumbered = 0xffffffff;
  const nodeOfEnd = new Uint32Array(ends.size).fill(unnumbered);
  let nodes = 0;
  const addNode = (osmNode: number): number => {
    topology.osmNode[nodes] = osmNode;
    topology.nodeFlags[nodes] = exitFlags(marks[osmNode]);
    return nodes++;
  };
  const nodeAt = (osmNode: number): number => {
    if ((marks[osmNode] & STOP) !== 0) return addNode(osmNode);
    const end = ends.placeOf(osmNode);
    if (nodeOfEnd[end] === unnumbered) nodeOfEnd[end] = addNode(osmNode);
    return nodeOfEnd[end];
  };
  let edge = 0;
  eachPiece(roads, travelOf, marks, (travel, first, last) => {
    const { forward_m_s, backward_m_s, boarding_s, frontage } = travel;
    let length_m = 0;
    for (let i = first + 1; i <= last; i++) {
      if (wayNodes[i] !== wayNodes[i - 1]) length_m += segmentLength_m(roads, wayNodes[i - 1], wayNodes[i]);
    }
    const boardingAt_s = (at: number): number => ((marks[wayNodes[at]] & ON_LAND) === 0 ? 0 : boarding_s);
    topology.edgeTail[edge] = nodeAt(wayNodes[first]);
    topology.edgeHead[edge] = nodeAt(wayNodes[last]);
    topology.edgeForward_ms[edge] = duration_ms(length_m, forward_m_s, boardingAt_s(first));
    topology.edgeBackward_ms[edge] = duration_ms(length_m, backward_m_s, boardingAt_s(last));
    topology.edgeFlags[edge] = frontage ? FRONTAGE_EDGE : 0;
    topology.edgeLength_m[edge] = length_m;
    topology.edgeFirst[edge] = first;
    topology.edgeLast[edge] = last;
    edge++;
  });
  return topology;
}

/** @param visit takes first and last index among nodes of ways; nodes may repeat */
function eachPiece(
  roads: OsmRoads,
  travelOf: TravelOfWay,
  marks: Uint8Array,
  visit: (travel: WayTravel, first: number, last: number) => void,
): void {
  const { wayFirstNode, wayNodes } = roads;
  for (const way of waysOf(roads)) {
    const travel = travelOf(way);
    if (!travel) continue;
    let first = -1;
    let last = -1;
    for (let i = wayFirstNode[way]; i < wayFirstNode[way + 1]; i++) {
      const node = wayNodes[i];
      if (node === MISSING_NODE) {
        if (last > first) visit(travel, first, last);
        first = last = -1;
      } else if (first < 0) first = last = i;
      else if (node !== wayNodes[last]) {
        last = i;
        if ((marks[node] & (JUNCTION | STOP | EXIT)) !== 0) {
          visit(travel, first, last);
          first = i;
        }
      }
    }
    if (last > first) visit(travel, first, last);
  }
}

function exitFlags(mark: number): number {
  if (mark & EXIT) return EXIT_NODE;
  return mark & DEAD_END ? EXIT_NODE | PRESUMED_EXIT : 0;
}

function duration_ms(length_m: number, speed_m_s: number | null, boarding_s: number): number {
  if (speed_m_s === null) return CLOSED;
  return Math.min(Math.round((length_m / speed_m_s + boarding_s) * MS_PER_S), CLOSED - 1);
}

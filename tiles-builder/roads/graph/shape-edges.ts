/** Completes the road graph: adds to each edge its shape, the positions of the way's nodes. */
import type { OsmRoads } from '../../sources/gather/osm-roads.ts';
import type { TimedGraph } from './timed-graph.ts';
import type { UnmeasuredTopology } from './topology.ts';

export function shapeEdges(
  { wayNodes, nodeLon, nodeLat }: OsmRoads,
  topology: UnmeasuredTopology,
): TimedGraph {
  const { osmNode, nodeFlags, edgeTail, edgeHead, edgeForward_ms, edgeBackward_ms, edgeFlags } = topology;
  const edgeFirstPoint = new Uint32Array(edgeTail.length + 1);
  eachPoint(wayNodes, topology, (edge) => {
    edgeFirstPoint[edge + 1]++;
  });
  for (let edge = 0; edge < edgeTail.length; edge++) edgeFirstPoint[edge + 1] += edgeFirstPoint[edge];
  const points = edgeFirstPoint[edgeTail.length];
  const pointLon = new Int32Array(points);
  const pointLat = new Int32Array(points);
  let point = 0;
  eachPoint(wayNodes, topology, (_edge, node) => {
    pointLon[point] = nodeLon[node];
    pointLat[point] = nodeLat[node];
    point++;
  });
  return {
    nodeLon: valuesAt(nodeLon, osmNode),
    nodeLat: valuesAt(nodeLat, osmNode),
    nodeFlags,
    edgeTail,
    edgeHead,
    edgeForward_ms,
    edgeBackward_ms,
    edgeFlags,
    edgeFirstPoint,
    pointLon,
    pointLat,
  };
}

function eachPoint(
  wayNodes: Int32Array,
  { edgeFirst, edgeLast }: UnmeasuredTopology,
  visit: (edge: number, node: number) => void,
): void {
  for (let edge = 0; edge < edgeFirst.length; edge++) {
    visit(edge, wayNodes[edgeFirst[edge]]);
    for (let i = edgeFirst[edge] + 1; i <= edgeLast[edge]; i++) {
      if (wayNodes[i] !== wayNodes[i - 1]) visit(edge, wayNodes[i]);
    }
  }
}

function valuesAt(values: Int32Array, places: Uint32Array): Int32Array {
  const found = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) found[i] = values[places[i]];
  return found;
}

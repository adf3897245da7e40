/** Parts of the network that are too small to leave: nobody should be set down there to start from. */
import { CLOSED, EXIT_NODE, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import { DisjointSets } from '../../numbers/disjoint-sets.ts';
import type { MeasuredGraph } from './cut-ways.ts';
import { stronglyConnectedComponents } from './strong-components.ts';
import type { TimedGraph } from './timed-graph.ts';

/**
 * A part with fewer metres of road than this, from which nothing else can be reached, is taken for a gap in the map (a path
 * that was never joined to its street, a courtyard behind a gate). Real islands with settlements have kilometres of road.
 */
export const MIN_NETWORK_LENGTH_M = 1_000;

/**
 * Drops islands: parts joined to nothing else that are short, or have no road that people step on or off. The longest part
 * stays in any case, and so do parts from which a road leaves the data. Of what is left, edges that lead only
 * into a short dead end of one-way roads lose their frontage, as an origin there could not be left either.
 */
export function dropIslands(graph: MeasuredGraph): TimedGraph {
  const kept = keepParts(graph);
  return { ...kept, edgeFlags: closeTraps(kept) };
}

function keepParts(graph: MeasuredGraph): MeasuredGraph {
  const partOf = connectedParts(graph);
  const length_m = new Float64Array(graph.nodeFlags.length);
  const canLeave = new Uint8Array(graph.nodeFlags.length);
  const hasFrontage = new Uint8Array(graph.nodeFlags.length);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const part = partOf[graph.edgeTail[edge]!]!;
    length_m[part]! += graph.edgeLength_m[edge]!;
    if (graph.edgeFlags[edge]! & FRONTAGE_EDGE) hasFrontage[part] = 1;
  }
  for (let node = 0; node < partOf.length; node++) {
    if (graph.nodeFlags[node]! & EXIT_NODE) canLeave[partOf[node]!] = 1;
  }
  const longest = length_m.reduce((best, length, part) => (length > length_m[best]! ? part : best), 0);
  return subgraph(graph, (node) => {
    const part = partOf[node]!;
    if (part === longest) return true;
    return hasFrontage[part] === 1 && (length_m[part]! >= MIN_NETWORK_LENGTH_M || canLeave[part] === 1);
  });
}

/** For each node the smallest node that it is joined to, directions apart. */
function connectedParts(graph: TimedGraph): Uint32Array {
  const joined = new DisjointSets(graph.nodeFlags.length);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    joined.join(graph.edgeTail[edge]!, graph.edgeHead[edge]!);
  }
  return Uint32Array.from(graph.nodeFlags, (_, node) => joined.firstOf(node));
}

/** The nodes to keep and the edges between them, in unchanged order. Edges join nodes that are kept alike. */
function subgraph(graph: MeasuredGraph, keeps: (node: number) => boolean): MeasuredGraph {
  const keptNodes = [...graph.nodeFlags.keys()].filter(keeps);
  const newNode = new Int32Array(graph.nodeFlags.length).fill(-1);
  keptNodes.forEach((node, index) => {
    newNode[node] = index;
  });
  const keptEdges = [...graph.edgeTail.keys()].filter((edge) => newNode[graph.edgeTail[edge]!]! >= 0);
  const firstPoint = new Uint32Array(keptEdges.length + 1);
  keptEdges.forEach((edge, index) => {
    firstPoint[index + 1] =
      firstPoint[index]! + graph.edgeFirstPoint[edge + 1]! - graph.edgeFirstPoint[edge]!;
  });
  const pointLon = new Int32Array(firstPoint[keptEdges.length]!);
  const pointLat = new Int32Array(firstPoint[keptEdges.length]!);
  keptEdges.forEach((edge, index) => {
    const start = graph.edgeFirstPoint[edge]!;
    const end = graph.edgeFirstPoint[edge + 1]!;
    pointLon.set(graph.pointLon.subarray(start, end), firstPoint[index]!);
    pointLat.set(graph.pointLat.subarray(start, end), firstPoint[index]!);
  });
  return {
    nodeLon: Int32Array.from(keptNodes, (node) => graph.nodeLon[node]!),
    nodeLat: Int32Array.from(keptNodes, (node) => graph.nodeLat[node]!),
    nodeFlags: Uint8Array.from(keptNodes, (node) => graph.nodeFlags[node]!),
    edgeTail: Uint32Array.from(keptEdges, (edge) => newNode[graph.edgeTail[edge]!]!),
    edgeHead: Uint32Array.from(keptEdges, (edge) => newNode[graph.edgeHead[edge]!]!),
    edgeForward_ms: Uint32Array.from(keptEdges, (edge) => graph.edgeForward_ms[edge]!),
    edgeBackward_ms: Uint32Array.from(keptEdges, (edge) => graph.edgeBackward_ms[edge]!),
    edgeFlags: Uint8Array.from(keptEdges, (edge) => graph.edgeFlags[edge]!),
    edgeFirstPoint: firstPoint,
    pointLon,
    pointLat,
    edgeLength_m: Float64Array.from(keptEdges, (edge) => graph.edgeLength_m[edge]!),
  };
}

/** The edges' flags, without frontage on edges that lead only to places from which no longer part can be reached. */
function closeTraps(graph: MeasuredGraph): Uint8Array {
  const componentOf = stronglyConnectedComponents(graph);
  const length_m = new Float64Array(graph.nodeFlags.length);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const component = componentOf[graph.edgeTail[edge]!]!;
    if (component === componentOf[graph.edgeHead[edge]!]) length_m[component]! += graph.edgeLength_m[edge]!;
  }
  const longest_m = length_m.reduce((longest, length) => Math.max(longest, length), 0);
  const enough_m = Math.min(MIN_NETWORK_LENGTH_M, longest_m);
  const canLeave = reachBackwards(
    graph,
    [...graph.nodeFlags.keys()].filter(
      (node) => length_m[componentOf[node]!]! >= enough_m || graph.nodeFlags[node]! & EXIT_NODE,
    ),
  );
  return graph.edgeFlags.map((flags, edge) => {
    const leavesForward = graph.edgeForward_ms[edge] !== CLOSED && canLeave[graph.edgeHead[edge]!] === 1;
    const leavesBackward = graph.edgeBackward_ms[edge] !== CLOSED && canLeave[graph.edgeTail[edge]!] === 1;
    return leavesForward || leavesBackward ? flags : flags & ~FRONTAGE_EDGE;
  });
}

/** 1 for each node from which one of the goals can be reached. */
function reachBackwards(graph: TimedGraph, goals: readonly number[]): Uint8Array {
  const incoming: number[][] = Array.from(graph.nodeFlags, () => []);
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const tail = graph.edgeTail[edge]!;
    const head = graph.edgeHead[edge]!;
    if (graph.edgeForward_ms[edge] !== CLOSED) incoming[head]!.push(tail);
    if (graph.edgeBackward_ms[edge] !== CLOSED) incoming[tail]!.push(head);
  }
  const reached = new Uint8Array(graph.nodeFlags.length);
  const queue = [...goals];
  for (const goal of goals) reached[goal] = 1;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const node of incoming[next]!) {
      if (reached[node] === 1) continue;
      reached[node] = 1;
      queue.push(node);
    }
  }
  return reached;
}

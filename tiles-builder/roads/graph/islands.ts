/**
 * Drops small networks that are separate from others: weakly connected components under 1 km of road without exits. Edges that
 * reach neither an exit nor a strongly connected 1 km lose their frontage.
 */
import { CLOSED, EXIT_NODE, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import { DisjointSets } from '../../base/numbers/disjoint-sets.ts';
import { incomingArcs, type Network, reachedFrom } from './open-arcs.ts';
import { stronglyConnectedComponents } from './strong-components.ts';
import { resizedTopology, type Topology, type UnmeasuredTopology } from './topology.ts';

/** Shorter components are gaps in the map; settled islands have kilometres of road. */
export const MIN_NETWORK_LENGTH_M = 1_000;

/** Also drops components without frontage; the longest one always stays. */
export function dropIslands(topology: Topology): UnmeasuredTopology {
  const kept = largeComponents(topology);
  closeTraps(kept);
  const { edgeLength_m: _, ...unmeasured } = kept;
  return unmeasured;
}

function largeComponents(topology: Topology): Topology {
  const { nodeFlags, edgeTail, edgeFlags, edgeLength_m } = topology;
  const partOf = connectedParts(topology);
  const length_m = new Float64Array(nodeFlags.length);
  const canLeave = new Uint8Array(nodeFlags.length);
  const hasFrontage = new Uint8Array(nodeFlags.length);
  for (let edge = 0; edge < edgeTail.length; edge++) {
    const part = partOf[edgeTail[edge]];
    length_m[part] += edgeLength_m[edge];
    if (edgeFlags[edge] & FRONTAGE_EDGE) hasFrontage[part] = 1;
  }
  for (let node = 0; node < partOf.length; node++) {
    if (nodeFlags[node] & EXIT_NODE) canLeave[partOf[node]] = 1;
  }
  const longest = length_m.reduce((best, length, part) => (length > length_m[best] ? part : best), 0);
  return subgraph(topology, (node) => {
    const part = partOf[node];
    if (part === longest) return true;
    return hasFrontage[part] === 1 && (length_m[part] >= MIN_NETWORK_LENGTH_M || canLeave[part] === 1);
  });
}

function connectedParts({ nodeFlags, edgeTail, edgeHead }: Network): Uint32Array {
  const joined = new DisjointSets(nodeFlags.length);
  for (let edge = 0; edge < edgeTail.length; edge++) joined.join(edgeTail[edge], edgeHead[edge]);
  const partOf = new Uint32Array(nodeFlags.length);
  for (let node = 0; node < partOf.length; node++) partOf[node] = joined.firstOf(node);
  return partOf;
}

function subgraph(topology: Topology, keeps: (node: number) => boolean): Topology {
  const dropped = 0xffffffff;
  const newNode = new Uint32Array(topology.nodeFlags.length).fill(dropped);
  let nodes = 0;
  for (let node = 0; node < newNode.length; node++) {
    if (!keeps(node)) continue;
    newNode[node] = nodes;
    topology.nodeFlags[nodes] = topology.nodeFlags[node];
    topology.osmNode[nodes] = topology.osmNode[node];
    nodes++;
  }
  let edges = 0;
  for (let edge = 0; edge < topology.edgeTail.length; edge++) {
    if (newNode[topology.edgeTail[edge]] === dropped) continue;
    topology.edgeTail[edges] = newNode[topology.edgeTail[edge]];
    topology.edgeHead[edges] = newNode[topology.edgeHead[edge]];
    topology.edgeForward_ms[edges] = topology.edgeForward_ms[edge];
    topology.edgeBackward_ms[edges] = topology.edgeBackward_ms[edge];
    topology.edgeFlags[edges] = topology.edgeFlags[edge];
    topology.edgeLength_m[edges] = topology.edgeLength_m[edge];
    topology.edgeFirst[edges] = topology.edgeFirst[edge];
    topology.edgeLast[edges] = topology.edgeLast[edge];
    edges++;
  }
  return resizedTopology(topology, nodes, edges);
}

function closeTraps(topology: Topology): void {
  const { nodeFlags, edgeTail, edgeHead, edgeForward_ms, edgeBackward_ms, edgeFlags, edgeLength_m } =
    topology;
  const componentOf = stronglyConnectedComponents(topology);
  const length_m = new Float64Array(nodeFlags.length);
  for (let edge = 0; edge < edgeTail.length; edge++) {
    const component = componentOf[edgeTail[edge]];
    if (component === componentOf[edgeHead[edge]]) length_m[component] += edgeLength_m[edge];
  }
  const longest_m = length_m.reduce((longest, length) => Math.max(longest, length), 0);
  const enough_m = Math.min(MIN_NETWORK_LENGTH_M, longest_m);
  const canLeave = reachedFrom(
    incomingArcs(topology),
    (node) => length_m[componentOf[node]] >= enough_m || (nodeFlags[node] & EXIT_NODE) !== 0,
  );
  for (let edge = 0; edge < edgeTail.length; edge++) {
    const leavesForward = edgeForward_ms[edge] !== CLOSED && canLeave[edgeHead[edge]] === 1;
    const leavesBackward = edgeBackward_ms[edge] !== CLOSED && canLeave[edgeTail[edge]] === 1;
    if (!leavesForward && !leavesBackward) edgeFlags[edge] &= ~FRONTAGE_EDGE;
  }
}

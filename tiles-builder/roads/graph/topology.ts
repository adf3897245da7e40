/**
 * A graph whose edges have no shapes yet, but name the nodes of ways that they run along. Steps change it in its place, and take
 * the arrays of the one that they are given: it holds most of a country's roads while their graph is made.
 */
import { resized } from '../../numbers/resized.ts';
import type { TimedGraph } from './timed-graph.ts';

/** 5 bytes a node and 33 an edge. */
export interface Topology
  extends Pick<
    TimedGraph,
    'nodeFlags' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms' | 'edgeFlags'
  > {
  /** The OSM node of each node, by number; several have the same where nobody passes it, or turns are banned. */
  readonly osmNode: Uint32Array;
  /** 0 for an edge that repeats another. */
  readonly edgeLength_m: Float64Array;
  /** The place of each edge's first and last node among the nodes of ways. */
  readonly edgeFirst: Uint32Array;
  readonly edgeLast: Uint32Array;
}

/** Lengths are of no more use once islands are dropped. */
export type UnmeasuredTopology = Omit<Topology, 'edgeLength_m'>;

/** Nothing but zeros. */
export const newTopology = (nodes: number, edges: number): Topology => ({
  nodeFlags: new Uint8Array(nodes),
  osmNode: new Uint32Array(nodes),
  edgeTail: new Uint32Array(edges),
  edgeHead: new Uint32Array(edges),
  edgeForward_ms: new Uint32Array(edges),
  edgeBackward_ms: new Uint32Array(edges),
  edgeFlags: new Uint8Array(edges),
  edgeLength_m: new Float64Array(edges),
  edgeFirst: new Uint32Array(edges),
  edgeLast: new Uint32Array(edges),
});

/** With as many nodes and edges as are wanted, zeros after those that there are. @param topology has no arrays any more afterwards */
export const resizedTopology = (topology: Topology, nodes: number, edges: number): Topology => ({
  nodeFlags: resized(topology.nodeFlags, nodes),
  osmNode: resized(topology.osmNode, nodes),
  edgeTail: resized(topology.edgeTail, edges),
  edgeHead: resized(topology.edgeHead, edges),
  edgeForward_ms: resized(topology.edgeForward_ms, edges),
  edgeBackward_ms: resized(topology.edgeBackward_ms, edges),
  edgeFlags: resized(topology.edgeFlags, edges),
  edgeLength_m: resized(topology.edgeLength_m, edges),
  edgeFirst: resized(topology.edgeFirst, edges),
  edgeLast: resized(topology.edgeLast, edges),
});

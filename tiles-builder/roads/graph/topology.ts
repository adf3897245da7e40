/** Defines the road graph while it is built: edges refer to nodes of ways. Functions consume their argument to save memory. */
import type { TimedGraph } from './timed-graph.ts';

/** It takes 5 bytes a node, and 33 an edge. */
export interface Topology
  extends Pick<
    TimedGraph,
    'nodeFlags' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms' | 'edgeFlags'
  > {
  /** Repeats at barriers and banned turns. */
  readonly osmNode: Uint32Array;
  /** A repeated edge has length 0. */
  readonly edgeLength_m: Float64Array;
  /** Index of the first node among nodes of ways, and then of the last. */
  readonly edgeFirst: Uint32Array;
  readonly edgeLast: Uint32Array;
}

export type UnmeasuredTopology = Omit<Topology, 'edgeLength_m'>;

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

/** Resizes by `ArrayBuffer.transfer`, mostly without a copy; the argument is detached, new entries are 0. */
function resized<T extends Uint8Array | Uint32Array | Float64Array>(numbers: T, length: number): T {
  if (numbers.length === length) return numbers;
  const kind = numbers.constructor as new (buffer: ArrayBufferLike) => T;
  return new kind((numbers.buffer as ArrayBuffer).transfer(length * numbers.BYTES_PER_ELEMENT));
}

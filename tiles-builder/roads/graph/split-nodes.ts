/**
 * Splits nodes with banned turns, so that a plain graph obeys them: edges with the same banned turns arrive at one copy of the
 * node, which only permitted edges leave.
 */
import { CLOSED, REPEATED_EDGE } from '../../../src/format/road-tile.ts';
import { ChunkedNumbers } from '../../numbers/chunked-numbers.ts';
import type { RestrictedNode } from './banned-turns.ts';
import { arrivesAt, type EdgeEnd, leavesBy } from './edge-ends.ts';
import { resizedTopology, type Topology } from './topology.ts';

/**
 * An edge keeps its arrival copy at either end. From every other copy that permits it, a one-way repetition leaves
 * (REPEATED_EDGE, of length 0). New nodes and edges follow the existing ones.
 * @param topology consumed
 */
export function splitNodes(topology: Topology, restricted: Iterable<RestrictedNode>): Topology {
  const { edgeTail, edgeHead } = topology;
  const nodes = topology.osmNode.length;
  const copyOf = new ChunkedNumbers(Uint32Array);
  const repeatedEnd = new ChunkedNumbers(Uint32Array);
  const repeatedNode = new ChunkedNumbers(Uint32Array);
  for (const { node, ends, banned } of restricted) {
    const copies = new Map<string, { readonly node: number; readonly banned: ReadonlySet<EdgeEnd> }>();
    const copyFor = (bannedEnds: ReadonlySet<EdgeEnd>): number => {
      const key = [...bannedEnds].sort((a, b) => a - b).join();
      const known = copies.get(key);
      if (known) return known.node;
      const copy = copies.size === 0 ? node : nodes + copyOf.length;
      if (copies.size > 0) copyOf.push(node);
      copies.set(key, { node: copy, banned: bannedEnds });
      return copy;
    };
    const home = new Map<EdgeEnd, number>();
    for (const end of ends) {
      if (arrivesAt(topology, end)) home.set(end, copyFor(banned.get(end) ?? NONE));
    }
    for (const end of ends) {
      if (home.has(end)) continue;
      const open = [...copies.values()].find((copy) => !copy.banned.has(end));
      home.set(end, open ? open.node : copyFor(NONE));
    }
    for (const [end, copy] of home) (end % 2 === 0 ? edgeTail : edgeHead)[end >>> 1] = copy;
    for (const end of ends) {
      if (!leavesBy(topology, end)) continue;
      for (const copy of copies.values()) {
        if (copy.node === home.get(end) || copy.banned.has(end)) continue;
        repeatedEnd.push(end);
        repeatedNode.push(copy.node);
      }
    }
  }
  return withRepeated(topology, copyOf, repeatedEnd, repeatedNode);
}

const NONE: ReadonlySet<EdgeEnd> = new Set();

function withRepeated(
  topology: Topology,
  copyOf: ChunkedNumbers<Uint32Array>,
  repeatedEnd: ChunkedNumbers<Uint32Array>,
  repeatedNode: ChunkedNumbers<Uint32Array>,
): Topology {
  const nodes = topology.osmNode.length;
  const edges = topology.edgeTail.length;
  const grown = resizedTopology(topology, nodes + copyOf.length, edges + repeatedEnd.length);
  for (let copy = 0; copy < copyOf.length; copy++) {
    grown.osmNode[nodes + copy] = grown.osmNode[copyOf.at(copy)];
    grown.nodeFlags[nodes + copy] = grown.nodeFlags[copyOf.at(copy)];
  }
  for (let i = 0; i < repeatedEnd.length; i++) {
    const end = repeatedEnd.at(i);
    const node = repeatedNode.at(i);
    const edge = end >>> 1;
    const again = edges + i;
    const byTail = end % 2 === 0;
    grown.edgeTail[again] = byTail ? node : grown.edgeTail[edge];
    grown.edgeHead[again] = byTail ? grown.edgeHead[edge] : node;
    grown.edgeForward_ms[again] = byTail ? grown.edgeForward_ms[edge] : CLOSED;
    grown.edgeBackward_ms[again] = byTail ? CLOSED : grown.edgeBackward_ms[edge];
    grown.edgeFlags[again] = grown.edgeFlags[edge] | REPEATED_EDGE;
    grown.edgeFirst[again] = grown.edgeFirst[edge];
    grown.edgeLast[again] = grown.edgeLast[edge];
  }
  return grown;
}

/** Splits nodes with banned turns into copies: edges with equal bans arrive at one copy, which permitted edges leave. */
import { CLOSED, REPEATED_EDGE } from '../../../src/format/road-tile.ts';
import type { RestrictedNode } from './banned-turns.ts';
import { arrivesAt, type EdgeEnd, leavesBy } from './edge-ends.ts';
import { resizedTopology, type Topology } from './topology.ts';

/** Edges stay connected with their arrival copy; a REPEATED_EDGE of length 0 leaves other permitting copies. */
export function splitNodes(topology: Topology, restricted: Iterable<RestrictedNode>): Topology {
  const { edgeTail, edgeHead } = topology;
  const nodes = topology.osmNode.length;
  const copyOf: number[] = [];
  const repeatedEnd: number[] = [];
  const repeatedNode: number[] = [];
  for (const { node, ends, banned } of restricted) {
    const copies = new NodeCopies(node, () => {
      copyOf.push(node);
      return nodes + copyOf.length - 1;
    });
    const home = homesOf(topology, ends, banned, copies);
    for (const [end, copy] of home) (end % 2 === 0 ? edgeTail : edgeHead)[end >>> 1] = copy;
    for (const end of ends) {
      if (!leavesBy(topology, end)) continue;
      for (const copy of copies.openTo(end)) {
        if (copy === home.get(end)) continue;
        repeatedEnd.push(end);
        repeatedNode.push(copy);
      }
    }
  }
  return withRepeated(topology, copyOf, repeatedEnd, repeatedNode);
}

const NONE: ReadonlySet<EdgeEnd> = new Set();

class NodeCopies {
  readonly #copies = new Map<string, { readonly node: number; readonly banned: ReadonlySet<EdgeEnd> }>();
  readonly #node: number;
  readonly #addCopy: () => number;

  constructor(node: number, addCopy: () => number) {
    this.#node = node;
    this.#addCopy = addCopy;
  }

  /** The first copy is the node itself. */
  copyFor(banned: ReadonlySet<EdgeEnd>): number {
    const key = [...banned].sort((a, b) => a - b).join();
    const known = this.#copies.get(key);
    if (known) return known.node;
    const node = this.#copies.size === 0 ? this.#node : this.#addCopy();
    this.#copies.set(key, { node, banned });
    return node;
  }

  openTo(end: EdgeEnd): number[] {
    return [...this.#copies.values()].filter(({ banned }) => !banned.has(end)).map(({ node }) => node);
  }
}

function homesOf(
  topology: Topology,
  ends: readonly EdgeEnd[],
  banned: ReadonlyMap<EdgeEnd, ReadonlySet<EdgeEnd>>,
  copies: NodeCopies,
): Map<EdgeEnd, number> {
  const home = new Map<EdgeEnd, number>();
  for (const end of ends) {
    if (arrivesAt(topology, end)) home.set(end, copies.copyFor(banned.get(end) ?? NONE));
  }
  for (const end of ends) {
    if (!home.has(end)) home.set(end, copies.openTo(end)[0] ?? copies.copyFor(NONE));
  }
  return home;
}

function withRepeated(
  topology: Topology,
  copyOf: readonly number[],
  repeatedEnd: readonly number[],
  repeatedNode: readonly number[],
): Topology {
  const nodes = topology.osmNode.length;
  const edges = topology.edgeTail.length;
  const grown = resizedTopology(topology, nodes + copyOf.length, edges + repeatedEnd.length);
  for (let copy = 0; copy < copyOf.length; copy++) {
    grown.osmNode[nodes + copy] = grown.osmNode[copyOf[copy]];
    grown.nodeFlags[nodes + copy] = grown.nodeFlags[copyOf[copy]];
  }
  for (let i = 0; i < repeatedEnd.length; i++) {
    const end = repeatedEnd[i];
    const node = repeatedNode[i];
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

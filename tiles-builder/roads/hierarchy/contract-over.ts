/**
 * Contracts a tile's own nodes (see {@link contractTile}) in a graph of a leaf's own edges or, above leaves, of the arcs that
 * contracted children left among their border nodes.
 */
import type { Job } from '../../base/threads/job-threads.ts';
import { contractTile } from './contract-tile.ts';
import { type HierarchyTile, slotsIn } from './hierarchy.ts';
import { ArcLists, type Arcs } from './preparation-graph.ts';

/** What a contracted subtree leaves to its parent, in numbers of graph nodes. */
export interface Upward {
  readonly borderNodes: Uint32Array;
  readonly arcs: Arcs;
}

export interface ContractedOver {
  readonly tile: HierarchyTile;
  readonly upward: Upward;
}

export interface NodesToContract {
  /** Own nodes, ascending. */
  readonly ownNodes: Uint32Array;
  readonly below: readonly Upward[];
  readonly maxUseful_ms: number;
  /** Sparse parts are contracted first, by witness search. */
  readonly sparse: boolean;
}

export function contractOver({ ownNodes, below, maxUseful_ms, sparse }: NodesToContract): ContractedOver {
  const isOwn = new Set(ownNodes);
  const borders = new Set<number>();
  for (const { borderNodes } of below)
    for (const node of borderNodes) if (!isOwn.has(node)) borders.add(node);
  const borderNodes = Uint32Array.from(borders).sort();
  const slots = slotsIn({ ownNodes, borderNodes });

  const own = new ArcLists();
  const passed = new ArcLists();
  for (const { arcs } of below) {
    for (let arc = 0; arc < arcs.tail.length; arc++) {
      const tail = slots.get(arcs.tail[arc])!;
      const head = slots.get(arcs.head[arc])!;
      if (Math.min(tail, head) < ownNodes.length) own.push(tail, head, arcs.ms[arc]);
      else passed.push(arcs.tail[arc], arcs.head[arc], arcs.ms[arc]);
    }
  }
  const { nodeOfSlot, down, up, remaining } = contractTile({
    ownNodes: ownNodes.length,
    borderNodes: borderNodes.length,
    arcs: own.arcs(),
    maxUseful_ms,
    sparse,
  });
  for (let arc = 0; arc < remaining.tail.length; arc++) {
    passed.push(borderNodes[remaining.tail[arc]], borderNodes[remaining.head[arc]], remaining.ms[arc]);
  }
  return {
    tile: { ownNodes: nodeOfSlot.map((node) => ownNodes[node]), borderNodes, down, up },
    upward: { borderNodes, arcs: passed.arcs() },
  };
}

export const contractOverJob: Job<NodesToContract, ContractedOver> = {
  module: import.meta.url,
  run: contractOver,
};

/** Contracts a district of the hierarchy: each of its leaves, then the nodes that separate these. */
import type { Job } from '../../base/threads/job-threads.ts';
import { contractOver, type Upward } from './contract-over.ts';
import type { HierarchyTile } from './hierarchy.ts';
import { ArcLists } from './preparation-graph.ts';

/** Edges whose ends are graph nodes; times may be CLOSED. */
export interface DistrictEdges {
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  readonly forward_ms: Uint32Array;
  readonly backward_ms: Uint32Array;
}

export interface DistrictGraph {
  readonly leaves: readonly { readonly ownNodes: Uint32Array; readonly edges: DistrictEdges }[];
  /** Own nodes, ascending. */
  readonly ownNodes: Uint32Array;
  readonly maxUseful_ms: number;
}

export interface ContractedDistrict {
  readonly leaves: readonly HierarchyTile[];
  readonly own: HierarchyTile;
  readonly upward: Upward;
}

export function contractDistrict({ leaves, ownNodes, maxUseful_ms }: DistrictGraph): ContractedDistrict {
  const contracted = leaves.map((leaf) => {
    const below = [upwardOf(leaf.edges, maxUseful_ms)];
    return contractOver({ ownNodes: leaf.ownNodes, below, maxUseful_ms, sparse: true });
  });
  const below = contracted.map(({ upward }) => upward);
  const { tile, upward } = contractOver({ ownNodes, below, maxUseful_ms, sparse: false });
  return { leaves: contracted.map((leaf) => leaf.tile), own: tile, upward };
}

function upwardOf({ tail, head, forward_ms, backward_ms }: DistrictEdges, maxUseful_ms: number): Upward {
  const arcs = new ArcLists();
  const borderNodes = new Uint32Array(2 * tail.length);
  for (let edge = 0; edge < tail.length; edge++) {
    if (forward_ms[edge] <= maxUseful_ms) arcs.push(tail[edge], head[edge], forward_ms[edge]);
    if (backward_ms[edge] <= maxUseful_ms) arcs.push(head[edge], tail[edge], backward_ms[edge]);
    borderNodes.set([tail[edge], head[edge]], 2 * edge);
  }
  return { borderNodes, arcs: arcs.arcs() };
}

export const contractDistrictJob: Job<DistrictGraph, ContractedDistrict> = {
  module: import.meta.url,
  run: contractDistrict,
};

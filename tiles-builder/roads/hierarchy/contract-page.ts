/** Contracts a page of the root, by all-pairs distances: separators within the longest travel time of one province. */
import type { Job } from '../../base/threads/job-threads.ts';
import { contractOver } from './contract-over.ts';
import type { HierarchyTile } from './hierarchy.ts';
import type { Arcs } from './preparation-graph.ts';

export interface PageGraph {
  /** Of the root, ascending. */
  readonly nodes: Uint32Array;
  readonly arcs: Arcs;
  readonly maxUseful_ms: number;
}

export function contractPage({ nodes, arcs, maxUseful_ms }: PageGraph): HierarchyTile {
  const root = [{ borderNodes: new Uint32Array(0), arcs }];
  return contractOver(nodes, root, { maxUseful_ms, sparse: false }).tile;
}

export const contractPageJob: Job<PageGraph, HierarchyTile> = { module: import.meta.url, run: contractPage };

/** A finished contraction hierarchy over a tile tree, before it is written into tiles. */
import type { ContractedTile } from './contract-tile.ts';
import type { TileTree } from './tile-tree.ts';

/** A contracted tile with its nodes' numbers in the graph. */
export interface HierarchyTile extends Omit<ContractedTile, 'nodeOfSlot' | 'remaining'> {
  /** The node at each own slot. */
  readonly ownNodes: Uint32Array;
  /** The node at each slot from `ownNodes.length` on: nodes of ancestors, in ascending order. */
  readonly borderNodes: Uint32Array;
}

export interface Hierarchy {
  readonly tree: TileTree;
  /** For each node the leaf whose cell it lies in, and the tile that it belongs to. */
  readonly leafOfNode: Uint32Array;
  readonly tileOfNode: Uint32Array;
  /** For each edge the leaf that keeps it: both its ends are among the leaf's own and border nodes. */
  readonly leafOfEdge: Uint32Array;
  /** By tile number. */
  readonly tiles: readonly HierarchyTile[];
}

/** Slots of some nodes in one tile. */
export function slotsIn(tile: Pick<HierarchyTile, 'ownNodes' | 'borderNodes'>): Map<number, number> {
  const slots = new Map<number, number>();
  for (const node of tile.ownNodes) slots.set(node, slots.size);
  for (const node of tile.borderNodes) slots.set(node, slots.size);
  return slots;
}

/** A finished contraction hierarchy over a tile tree, before it is written into tiles. */
import type { ContractedTile } from './contract-tile.ts';

/** A contracted tile with its nodes' numbers in the graph. */
export interface HierarchyTile extends Omit<ContractedTile, 'nodeOfSlot' | 'remaining'> {
  /** The node at each own slot. */
  readonly ownNodes: Uint32Array;
  /** The node at each slot from `ownNodes.length` on: nodes of ancestors, in ascending order. */
  readonly borderNodes: Uint32Array;
}

/** Slots of some nodes in one tile. */
export function slotsIn(tile: Pick<HierarchyTile, 'ownNodes' | 'borderNodes'>): Map<number, number> {
  const slots = new Map<number, number>();
  for (const node of tile.ownNodes) slots.set(node, slots.size);
  for (const node of tile.borderNodes) slots.set(node, slots.size);
  return slots;
}

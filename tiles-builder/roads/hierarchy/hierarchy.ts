/** A contraction hierarchy over a tile tree. */
import type { ContractedTile } from './contract-tile.ts';

/** A contracted tile with its nodes' numbers in the graph. */
export interface HierarchyTile extends Omit<ContractedTile, 'nodeOfSlot' | 'remaining'> {
  /** By own slot. */
  readonly ownNodes: Uint32Array;
  /** Nodes of ancestors by slot from `ownNodes.length` on, ascending. */
  readonly borderNodes: Uint32Array;
}

/** Slot by node. */
export function slotsIn(tile: Pick<HierarchyTile, 'ownNodes' | 'borderNodes'>): Map<number, number> {
  const slots = new Map<number, number>();
  for (const node of tile.ownNodes) slots.set(node, slots.size);
  for (const node of tile.borderNodes) slots.set(node, slots.size);
  return slots;
}

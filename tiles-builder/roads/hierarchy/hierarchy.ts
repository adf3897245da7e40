/** Defines a tile of the contraction hierarchy, in columns. Its slots number own nodes by falling rank, then border nodes. */
import type { ContractedTile } from './contract-tile.ts';

export interface HierarchyTile extends Omit<ContractedTile, 'nodeOfSlot' | 'remaining'> {
  readonly ownNodes: Uint32Array;
  /** Border nodes have the slots from `ownNodes.length` on, and ascend. */
  readonly borderNodes: Uint32Array;
}

/** Returns the slot of each node of a tile. */
export function slotsIn(tile: Pick<HierarchyTile, 'ownNodes' | 'borderNodes'>): Map<number, number> {
  const slots = new Map<number, number>();
  for (const node of tile.ownNodes) slots.set(node, slots.size);
  for (const node of tile.borderNodes) slots.set(node, slots.size);
  return slots;
}

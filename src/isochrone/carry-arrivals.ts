/** Copies arrivals between a tile and its parent at the child's border nodes. */
import type { SeparatorArrays } from '../format/separator-tile.ts';

type Borders = Pick<SeparatorArrays, 'childFirstBorder' | 'borderSlot'>;

/** Lowers arrivals in the parent to those at the child's border nodes; both are by slot. */
export function carryUp(parent: Borders, child: number, child_ms: Int32Array, parent_ms: Int32Array): void {
  const { childFirstBorder, borderSlot } = parent;
  const end = childFirstBorder[child + 1];
  let slot = child_ms.length - (end - childFirstBorder[child]);
  for (let border = childFirstBorder[child]; border < end; border++) {
    const arrival_ms = child_ms[slot++];
    const above = borderSlot[border];
    if (arrival_ms < parent_ms[above]) parent_ms[above] = arrival_ms;
  }
}

/** Copies the parent's arrivals to the child's border nodes; both are by slot. */
export function carryDown(parent: Borders, child: number, parent_ms: Int32Array, child_ms: Int32Array): void {
  const { childFirstBorder, borderSlot } = parent;
  const end = childFirstBorder[child + 1];
  let slot = child_ms.length - (end - childFirstBorder[child]);
  for (let border = childFirstBorder[child]; border < end; border++) {
    child_ms[slot++] = parent_ms[borderSlot[border]];
  }
}

import type { RankedArcs } from '../format/ranked-arcs.ts';
import { EXIT_NODE } from '../format/road-tile.ts';
import { EXIT_BELOW, type SeparatorTile } from '../format/separator-tile.ts';

/** The place of a tile in its parent, whose exits are known. */
export interface AboveTile {
  readonly parent: SeparatorTile;
  readonly child: number;
  readonly isExit: Uint8Array;
}

/**
 * Tells by slot of a road tile which nodes are exits. A border node has no flag of its own: it is a node of the parent.
 * @param above `null` at the top
 */
export function exitSlotsOf(
  { nodeFlags, borderNodes }: Pick<RankedArcs, 'nodeFlags' | 'borderNodes'>,
  above: AboveTile | null,
): Uint8Array {
  const isExit = new Uint8Array(nodeFlags.length + borderNodes);
  for (let slot = 0; slot < nodeFlags.length; slot++) isExit[slot] = nodeFlags[slot] & EXIT_NODE;
  if (!above) return isExit;
  const { childFirstBorder, borderSlot } = above.parent;
  const first = childFirstBorder[above.child];
  for (let border = 0; border < borderNodes; border++)
    isExit[nodeFlags.length + border] = above.isExit[borderSlot[first + border]];
  return isExit;
}

/** Tells whether the subtree of a child has an exit, or ends at one that is a node above it. */
export function leadsToExit({ parent, child, isExit }: AboveTile): boolean {
  const { childFlags, childFirstBorder, borderSlot } = parent;
  if (childFlags[child] & EXIT_BELOW) return true;
  const slots = borderSlot.subarray(childFirstBorder[child], childFirstBorder[child + 1]);
  return slots.some((slot) => isExit[slot] !== 0);
}

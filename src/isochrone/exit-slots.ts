import type { RankedArcs } from '../format/ranked-arcs.ts';
import { EXIT_NODE, PRESUMED_EXIT } from '../format/road-tile.ts';
import { EXIT_BELOW, type SeparatorTile } from '../format/separator-tile.ts';

/** A tile's place in its parent, whose exits are known: an exit is a node where a road leaves the data of a region. */
export interface AboveTile {
  readonly parent: SeparatorTile;
  readonly child: number;
  readonly exitFlags: Uint8Array;
}

/**
 * Collects the exit flags of a tile's slots, 0 where there is no exit. Those of border nodes are in the parent, whose nodes
 * they are.
 * @param above `null` at the top
 */
export function exitFlagsOf(
  { nodeFlags, borderNodes }: Pick<RankedArcs, 'nodeFlags' | 'borderNodes'>,
  above: AboveTile | null,
): Uint8Array {
  const exitFlags = new Uint8Array(nodeFlags.length + borderNodes);
  for (let slot = 0; slot < nodeFlags.length; slot++)
    exitFlags[slot] = nodeFlags[slot] & (EXIT_NODE | PRESUMED_EXIT);
  if (!above) return exitFlags;
  const { childFirstBorder, borderSlot } = above.parent;
  const first = childFirstBorder[above.child];
  for (let border = 0; border < borderNodes; border++)
    exitFlags[nodeFlags.length + border] = above.exitFlags[borderSlot[first + border]];
  return exitFlags;
}

/** Tells whether the subtree of a child contains an exit, or has one as a border node. */
export function leadsToExit({ parent, child, exitFlags }: AboveTile): boolean {
  const { childFlags, childFirstBorder, borderSlot } = parent;
  if (childFlags[child] & EXIT_BELOW) return true;
  const slots = borderSlot.subarray(childFirstBorder[child], childFirstBorder[child + 1]);
  return slots.some((slot) => exitFlags[slot] !== 0);
}

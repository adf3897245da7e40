/** One tile's part of the contraction hierarchy, in flat arrays that are read in place. */
export interface RankedArcs {
  /** One byte an own node, by slot. Bit 0 (EXIT_NODE): the road goes on from here outside the road data. */
  readonly nodeFlags: Uint8Array;
  /** Nodes of ancestors that the tile borders on; they have the slots after the own nodes. */
  readonly borderNodes: number;
  /** Arcs of own slot s: firstArc[s] to firstArc[s + 1] - 1. Own slots go by falling rank. */
  readonly firstArc: Uint32Array;
  /** Slot of the arc's upper end: smaller than the own node's slot, or a border node's. */
  readonly arcSlot: Uint32Array;
  /** Milliseconds from the upper end down to the own node, and up from it; NO_ARC_MS where there is no such way. */
  readonly arcDown_ms: Int32Array;
  readonly arcUp_ms: Int32Array;
}

/** "No way in this direction": more than any travel time, and two of them still add up to a signed 32-bit integer. */
export const NO_ARC_MS = 0x3fffffff;

/** What is stored for `arcUp_ms`: nothing where it repeats `arcDown_ms`. */
export function storedUp_ms({ arcDown_ms, arcUp_ms }: RankedArcs): Int32Array {
  return arcUp_ms.every((ms, arc) => ms === arcDown_ms[arc]) ? new Int32Array(0) : arcUp_ms;
}

/** The inverse of {@link storedUp_ms}. */
export function openedUp_ms(arcDown_ms: Int32Array, stored_ms: Int32Array): Int32Array {
  return stored_ms.length === 0 ? arcDown_ms : stored_ms;
}

/** Whether the lengths of the arrays belong together. */
export function arcsFit({ nodeFlags, firstArc, arcSlot, arcDown_ms, arcUp_ms }: RankedArcs): boolean {
  return (
    firstArc.length === nodeFlags.length + 1 &&
    firstArc[nodeFlags.length] === arcSlot.length &&
    arcDown_ms.length === arcSlot.length &&
    arcUp_ms.length === arcSlot.length
  );
}

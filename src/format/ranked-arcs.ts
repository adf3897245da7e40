/**
 * Defines one tile's part of a contraction hierarchy: adjacency arrays (CSR) of arcs to nodes of higher rank, read in place. A
 * slot is a node's number in the tile: own nodes by falling rank, then border nodes, which belong to tiles above.
 */
import { present } from './envelope.ts';

/** Arcs of own slot s have indexes firstArc[s] to firstArc[s + 1] - 1. */
export interface ArcList {
  readonly firstArc: Uint32Array;
  /** An arc leads to a smaller own slot, or to a border node's. */
  readonly upperSlot: Uint32Array;
  readonly ms: Int32Array;
}

export interface RankedArcs {
  /** Flags are by own slot, of falling rank. */
  readonly nodeFlags: Uint8Array;
  /** Nodes of ancestors; their slots follow the own ones. */
  readonly borderNodes: number;
  readonly down: ArcList;
  readonly up: ArcList;
}

/** This is longer than any travel time, and twice it fits a signed 32-bit integer. */
export const NO_ARC_MS = 0x3fffffff;

interface ArcVectors {
  downFirstArcArray(): Uint32Array | null;
  downUpperSlotArray(): Uint32Array | null;
  downMsArray(): Int32Array | null;
  upFirstArcArray(): Uint32Array | null;
  upUpperSlotArray(): Uint32Array | null;
  upMsArray(): Int32Array | null;
}

const NO_ARCS: ArcList = {
  firstArc: new Uint32Array(0),
  upperSlot: new Uint32Array(0),
  ms: new Int32Array(0),
};

function storedUp({ down, up }: RankedArcs): ArcList {
  const repeats =
    up.ms.length === down.ms.length &&
    up.firstArc.every((arc, slot) => arc === down.firstArc[slot]) &&
    up.upperSlot.every((slot, arc) => slot === down.upperSlot[arc]) &&
    up.ms.every((ms, arc) => ms === down.ms[arc]);
  return repeats ? NO_ARCS : up;
}

/** Returns the columns of arcs, which all tiles of a hierarchy have. */
export function arcColumns(arcs: RankedArcs) {
  const { down } = arcs;
  const up = storedUp(arcs);
  return {
    downFirstArc: down.firstArc,
    downUpperSlot: down.upperSlot,
    downMs: down.ms,
    upFirstArc: up.firstArc,
    upUpperSlot: up.upperSlot,
    upMs: up.ms,
  };
}

/** @throws RangeError if a vector is missing */
export function readArcs(table: ArcVectors): Pick<RankedArcs, 'down' | 'up'> {
  const down: ArcList = {
    firstArc: present(table.downFirstArcArray()),
    upperSlot: present(table.downUpperSlotArray()),
    ms: present(table.downMsArray()),
  };
  const up: ArcList = {
    firstArc: present(table.upFirstArcArray()),
    upperSlot: present(table.upUpperSlotArray()),
    ms: present(table.upMsArray()),
  };
  return { down, up: up.firstArc.length === 0 ? down : up };
}

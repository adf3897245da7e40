/** Searches a contraction hierarchy upwards in one tile: relaxes arcs in one pass over nodes by rising rank. */
import type { RankedArcs } from '../format/ranked-arcs.ts';

/** @param arrival_ms by slot, changed */
export function searchUpward(tile: RankedArcs, arrival_ms: Int32Array, limit_ms: number): void {
  const { firstArc, upperSlot, ms } = tile.up;
  for (let slot = firstArc.length - 2; slot >= 0; slot--) {
    const departure = arrival_ms[slot];
    if (departure > limit_ms) continue;
    const end = firstArc[slot + 1];
    for (let arc = firstArc[slot]; arc < end; arc++) {
      const arrival = (departure + ms[arc]) | 0;
      const upper = upperSlot[arc];
      if (arrival < arrival_ms[upper]) arrival_ms[upper] = arrival;
    }
  }
}

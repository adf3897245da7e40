/** Sweeps a contraction hierarchy downwards in one tile (PHAST, Delling et al. 2011). */
import type { RankedArcs } from '../format/ranked-arcs.ts';
import { UNREACHED } from './reach.ts';

/**
 * Settles own nodes by falling rank.
 * @param arrival_ms by slot, final for border nodes; changes upward arrivals of own nodes to final ones, UNREACHED beyond the
 *   limit
 * @returns own nodes reached
 */
export function sweepDownward(tile: RankedArcs, arrival_ms: Int32Array, limit_ms: number): number {
  const { firstArc, upperSlot, ms } = tile.down;
  const nodes = firstArc.length - 1;
  const start = firstSlotInReach(arrival_ms, nodes, limit_ms);
  arrival_ms.fill(UNREACHED, 0, start);
  let settled = 0;
  let arc = firstArc[start];
  for (let slot = start; slot < nodes; slot++) {
    let earliest = arrival_ms[slot] | 0;
    for (const end = firstArc[slot + 1]; arc < end; arc++) {
      const sooner = (arrival_ms[upperSlot[arc]] + ms[arc] - earliest) | 0;
      earliest = (earliest + (sooner & (sooner >> 31))) | 0;
    }
    const isLate = (limit_ms - earliest) >> 31;
    settled += 1 + isLate;
    arrival_ms[slot] = (earliest & ~isLate) | (UNREACHED & isLate);
  }
  return settled;
}

/** Finds the first slot in reach, 0 where a border node is in time. */
function firstSlotInReach(arrival_ms: Int32Array, nodes: number, limit_ms: number): number {
  for (let slot = nodes; slot < arrival_ms.length; slot++) if (arrival_ms[slot] <= limit_ms) return 0;
  for (let slot = 0; slot < nodes; slot++) if (arrival_ms[slot] <= limit_ms) return slot;
  return nodes;
}

import { MAX_QUERY_BYTES, MAX_ZONE_POSITIONS } from '../../limits.ts';
import { withDetails, zoneText } from '../calls-of.ts';
import type { Outline } from '../question.ts';

/** Whether an outline is within a call's limits of positions and bytes. */
export function fitsOneQuestion(outline: Outline): boolean {
  const positions = outline.reduce((sum, ring) => sum + ring.length + 1, 0);
  const query = new URLSearchParams(withDetails({ zone: zoneText(outline) }));
  return positions <= MAX_ZONE_POSITIONS && String(query).length <= MAX_QUERY_BYTES;
}

/** Converts time left to walks off a road, and computes when the last point of an edge is reached. */
import { MAX_WALK_FROM_ROAD_M, MIN_WALK_PIXELS, WALKING_SPEED_KM_H } from '../format/road-model.ts';
import type { Travel } from '../format/tile-sets.ts';
import { UNREACHED } from './reach.ts';

export const WALK_M_PER_MS = WALKING_SPEED_KM_H / 3_600;

/** Time that the longest walk from a road takes. */
export const fullWalk_ms = (travel: Travel): number => MAX_WALK_FROM_ROAD_M[travel] / WALK_M_PER_MS;

/** The longest walk from a road, in pixels of this width. */
export const maxWalkPixels = (travel: Travel, pixelWidth_m: number): number =>
  Math.max(MIN_WALK_PIXELS, MAX_WALK_FROM_ROAD_M[travel] / pixelWidth_m);

/**
 * Computes the arrival at an edge's last point: where ways from both ends meet, or at the other end.
 * @param atTail_ms UNREACHED where closed or not entered, like atHead_ms
 */
export function latestOnEdge_ms(
  atTail_ms: number,
  atHead_ms: number,
  forward_ms: number,
  backward_ms: number,
): number {
  if (atTail_ms === UNREACHED) return atHead_ms + backward_ms;
  const alongForward_ms = atTail_ms + forward_ms;
  if (atHead_ms === UNREACHED || forward_ms + backward_ms === 0) return alongForward_ms;
  const meeting = (atHead_ms + backward_ms - atTail_ms) / (forward_ms + backward_ms);
  if (meeting >= 1) return alongForward_ms;
  return meeting <= 0 ? atHead_ms + backward_ms : atTail_ms + meeting * forward_ms;
}

/**
 * Estimates the bounding box of an isochrone before it is computed, by speed × time: one that it usually fills, one that it
 * rarely exceeds, and one that it never exceeds.
 */
import { type BoundingBox, boxAround } from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';

const LIKELY_KM_H = { pedestrian: 4, motorized: 30 } as const;
/** Speeds that isochrones rarely exceed. */
export const FAST_KM_H = { pedestrian: 5, motorized: 60 } as const;
const FASTEST_KM_H = { pedestrian: 5, motorized: 160 } as const;
/** Walks to the road and from it, and the tolerance of the outline, reach this far beyond. */
const BEYOND_ROADS_M = 1_000;

export const likelyReach = (query: IsochroneQuery): BoundingBox => reachBox(query, LIKELY_KM_H);
export const fastReach = (query: IsochroneQuery): BoundingBox => reachBox(query, FAST_KM_H);
export const farthestReach = (query: IsochroneQuery): BoundingBox =>
  reachBox(query, FASTEST_KM_H, BEYOND_ROADS_M);

function reachBox(
  { origin, travel, time_s }: IsochroneQuery,
  speeds_km_h: Readonly<Record<IsochroneQuery['travel'], number>>,
  beyond_m = 0,
): BoundingBox {
  return boxAround(origin, (speeds_km_h[travel] * time_s) / 3.6 + beyond_m);
}

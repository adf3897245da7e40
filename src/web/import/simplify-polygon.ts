/**
 * Simplifies boundaries too large for a call by Douglas and Peucker, with the least tolerance (1 m to 1 km) that leaves a
 * valid zone.
 */

import { douglasPeucker } from '../../geo/douglas-peucker.ts';
import type { Ring } from '../../geo/positions.ts';
import { readZone } from '../../zone/read-zone.ts';
import { fitsOneQuestion } from '../calls-of.ts';
import { type Outline, rounded } from '../question.ts';

const DISTANCES_M = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
/** Due to rounding to six decimals. */
const ROUNDED_M = 0.1;

/**
 * @param polygon unchecked GeoJSON rings
 * @returns outline and its maximum distance from the boundary; `null` if impossible
 */
export function simplifyPolygon(polygon: readonly unknown[]): { outline: Outline; within_m: number } | null {
  if (!polygon.every(isRing)) return null;
  for (const within_m of DISTANCES_M) {
    const [shell, ...holes] = polygon.map((ring) => douglasPeucker(ring, within_m - ROUNDED_M).map(rounded));
    const coordinates = [shell, ...holes.filter((hole) => hole.length >= 4)];
    const zone = readZone(JSON.stringify({ type: 'Polygon', coordinates }));
    if (!zone.ok) continue;
    const outline = zone.value.map((ring) => ring.slice(0, -1));
    if (fitsOneQuestion(outline)) return { outline, within_m };
  }
  return null;
}

function isRing(ring: unknown): ring is Ring {
  return (
    Array.isArray(ring) &&
    ring.length >= 4 &&
    ring.every((position) => Number.isFinite(position?.[0]) && Number.isFinite(position?.[1]))
  );
}

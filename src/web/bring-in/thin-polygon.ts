/** Boundaries with more corners than one question takes. */
import type { Ring } from '../../geo/positions.ts';
import { positionsThatStay } from '../../geo/thin-ring.ts';
import { readZone } from '../../zone/read-zone.ts';
import { type Outline, rounded } from '../question.ts';
import { fitsOneQuestion } from './fits-one-question.ts';

/** Distances that are tried one after the other, in metres. */
const DISTANCES_M = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
/** Corners that are rounded to six decimals stray as far, in metres; it is part of the distance that is stated. */
const ROUNDED_M = 0.1;

/**
 * The same polygon with fewer corners, holes that are narrower than the distance left out.
 * @param polygon rings of GeoJSON, not yet checked
 * @returns an outline that one question takes, and how far it lies from the boundary at most; `null` where there is none
 */
export function thinPolygon(polygon: readonly unknown[]): { outline: Outline; within_m: number } | null {
  if (!polygon.every(isRing)) return null;
  for (const within_m of DISTANCES_M) {
    const [shell, ...holes] = polygon.map((ring) =>
      positionsThatStay(ring, within_m - ROUNDED_M).map(rounded),
    );
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

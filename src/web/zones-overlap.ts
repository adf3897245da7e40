/** Whether zones share area, where people are counted twice. */
import type { Zone } from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';

/** Borders that touch share less, due to rounding. */
const LEAST_OVERLAP_M2 = 1;

export const zonesOverlap = (a: Zone, b: Zone): boolean => sharedArea_m2(a, b) > LEAST_OVERLAP_M2;

/** @param zone with parts that should not */
export const partsOverlap = (zone: Zone): boolean =>
  zone.some((part, i) => zone.slice(i + 1).some((other) => zonesOverlap([part], [other])));

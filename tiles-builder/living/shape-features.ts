/**
 * Features that tell villas from blocks of flats, for buildings above HOUSE_AREA_M2: `villa`, a fuzzy membership by area,
 * elongation and detachment; `slab`, the log elongation above 200 m².
 */
import type { Footprints } from '../geometry/footprints.ts';
import { detachedShares } from './detached-share.ts';
import { HOUSE_AREA_M2 } from './dwelling-defaults.ts';
import { elongationOf } from './footprint-shape.ts';

/** Trapezoid of areas: most likely a villa in the middle, a block of flats beyond. */
const VILLA_M2 = [HOUSE_AREA_M2, 250, 600] as const;
const VILLA_ELONGATION = [1.5, 2.5] as const;
const VILLA_DETACHED_SHARE = [0.6, 0.9] as const;
const SLAB_FROM_M2 = 200;
const MAX_ELONGATION = 6;

/** @param asked others are 0 */
export function shapeFeatures(
  footprints: Footprints,
  lat: Float64Array,
  area_m2: Float64Array,
  asked: Uint32Array,
): { villa: Float64Array; slab: Float64Array } {
  const villa = new Float64Array(footprints.count);
  const slab = new Float64Array(footprints.count);
  const detached = detachedShares(footprints, area_m2);
  for (const i of asked) {
    if (area_m2[i] <= HOUSE_AREA_M2) continue;
    const elongation = elongationOf(footprints, i, lat[i]);
    villa[i] = villaMembership(area_m2[i], elongation, detached[i]);
    slab[i] = area_m2[i] > SLAB_FROM_M2 ? Math.log(Math.min(MAX_ELONGATION, elongation)) : 0;
  }
  return { villa, slab };
}

function villaMembership(area_m2: number, elongation: number, detachedShare: number): number {
  const [house_m2, villa_m2, block_m2] = VILLA_M2;
  if (area_m2 <= house_m2 || area_m2 >= block_m2) return 0;
  const end_m2 = area_m2 < villa_m2 ? house_m2 : block_m2;
  const bySize = Math.log(area_m2 / end_m2) / Math.log(villa_m2 / end_m2);
  return bySize * (1 - rise(VILLA_ELONGATION, elongation)) * rise(VILLA_DETACHED_SHARE, detachedShare);
}

const rise = ([from, to]: readonly [number, number], value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

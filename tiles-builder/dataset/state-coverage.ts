/**
 * Simplifies coverages to at most 5,000 vertices for the manifest and `current`, by insets of a margin that is halved or
 * doubled until they have few enough.
 */
import type { Coverage, Manifest } from '../../src/format/manifest.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { insetZone } from '../geometry/inset-zone.ts';

/** Each request scans all vertices, each isolate reads them twice a minute. */
export const MOST_VERTICES = 5_000;
const LEAST_MARGIN_M = 50;
const FIRST_MARGIN_M = 32 * LEAST_MARGIN_M;

interface StatedCoverage {
  readonly zone: Zone;
  /** Contains everything farther inside the coverage; 0 if exact. */
  readonly margin_m: number;
}

export function stateCoverages({
  roads,
  living,
  working,
}: Coverage): Pick<Manifest, 'coverage' | 'coverage_margin_m'> {
  const stated = { roads: stateCoverage(roads), living: stateIfAny(living), working: stateIfAny(working) };
  return {
    coverage: {
      roads: stated.roads.zone,
      living: stated.living?.zone ?? null,
      working: stated.working?.zone ?? null,
    },
    coverage_margin_m: {
      roads: stated.roads.margin_m,
      living: stated.living?.margin_m ?? 0,
      working: stated.working?.margin_m ?? 0,
    },
  };
}

const stateIfAny = (coverage: Zone | null): StatedCoverage | null => coverage && stateCoverage(coverage);

/** @param coverage right-handed disjoint polygons */
export function stateCoverage(coverage: Zone): StatedCoverage {
  if (verticesOf(coverage) <= MOST_VERTICES) return { zone: coverage, margin_m: 0 };
  let stated = stateWithin(coverage, FIRST_MARGIN_M);
  // Work grows as the margin shrinks.
  while (verticesOf(stated.zone) <= MOST_VERTICES && stated.margin_m > LEAST_MARGIN_M) {
    const closer = stateWithin(coverage, stated.margin_m / 2);
    if (verticesOf(closer.zone) > MOST_VERTICES) return stated;
    stated = closer;
  }
  while (verticesOf(stated.zone) > MOST_VERTICES) stated = stateWithin(coverage, 2 * stated.margin_m);
  return stated;
}

const stateWithin = (coverage: Zone, margin_m: number): StatedCoverage => ({
  zone: insetZone(coverage, margin_m),
  margin_m,
});

const verticesOf = (zone: Zone): number =>
  zone.reduce((sum, polygon) => sum + polygon.reduce((vertices, ring) => vertices + ring.length - 1, 0), 0);

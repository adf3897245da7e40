import { expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { MOST_VERTICES, stateCoverages } from '../../tiles-builder/dataset/state-coverage.ts';
import { detailedBorder } from '../support/zones/detailed-border.ts';

const country = (levels: number) => [detailedBorder([3, 46.5], { mean_m: 350_000, levels, seed: 3 })];

test('a coverage of few vertices is stated as it is', () => {
  const roads = country(12);
  expect(stateCoverages({ roads, living: null, working: null })).toEqual({
    coverage: { roads, living: null, working: null },
    coverage_margin_m: { roads: 0, living: 0, working: 0 },
  });
});

test('of a country with a border of 131,072 vertices some thousands are stated, all inside, and nearly all of its area', () => {
  const living = country(17);
  const { coverage, coverage_margin_m } = stateCoverages({ roads: country(5), living, working: null });
  const stated = coverage.living!;
  expect(stated.flat(2).length).toBeLessThanOrEqual(MOST_VERTICES);
  expect(JSON.stringify(stated).length).toBeLessThan(150_000);
  expect(coverage_margin_m.living).toBeGreaterThan(0);
  expect(coverage_margin_m.living).toBeLessThanOrEqual(800);
  const [stated_m2, exact_m2] = [stated, living].map(areaOfZone_m2);
  expect(sharedArea_m2(stated, living) / stated_m2!).toBeCloseTo(1, 6);
  expect(stated_m2! / exact_m2!).toBeGreaterThan(0.99);
});

import { expect, test } from 'vitest';
import { FEATURES, offsetOf, setFeatures } from '../../tiles-builder/living/site-features.ts';
import type { Sites } from '../../tiles-builder/living/sites.ts';

const USUAL = {
  usable_m2: 90,
  width_m: 6,
  floorsToExpected: 1,
  dwellings: Number.NaN,
  largeHomesAround: 0,
  builtArea: 0,
  buildingsAround: 0,
  streetsAround: 0,
  unreported: 0,
  homesAlong: 0,
  mapped: 1,
};

const siteWith = (figures: Partial<typeof USUAL>): Sites =>
  Object.fromEntries(
    Object.entries({ ...USUAL, ...figures }).map(([name, value]) => [name, Float64Array.of(value)]),
  ) as unknown as Sites;

function featuresOf(figures: Partial<typeof USUAL>): Record<string, number> {
  const into = new Float32Array(FEATURES.length).fill(7);
  setFeatures(into, siteWith(figures), 0);
  const named = FEATURES.map(({ name }, k) => [name, Number(into[k].toFixed(5))] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== 0));
}

const HOUSE = { width_6_m: 1, level: 1 };

test.each<[Partial<typeof USUAL>, Record<string, number>]>([
  [{}, HOUSE],
  [{ width_m: Math.sqrt(6 * 8) }, { width_6_m: 0.5, width_8_m: 0.5, level: 1 }],
  [{ width_m: 0.1 }, { 'width_1.5_m': 1, level: 1 }],
  [{ width_m: 90 }, { width_40_m: 1, level: 1 }],
  [{ builtArea: 0.25 }, { ...HOUSE, built_area: 0.25 }],
  [{ buildingsAround: 0.25 }, { ...HOUSE, buildings_around: 0.25 }],
  [{ streetsAround: 0.25 }, { ...HOUSE, streets_around: 0.25 }],
  [{ largeHomesAround: 0.25 }, { ...HOUSE, large_homes_around: 0.25 }],
  [{ floorsToExpected: 2 }, { ...HOUSE, floors: Number(Math.log(2).toFixed(5)) }],
  [{ unreported: 0.5 }, { ...HOUSE, unreported_dwellings: 0.25 }],
  [{ mapped: 0 }, { ...HOUSE, missing: 1 }],
  [
    { mapped: 0, homesAlong: 0.25 },
    { ...HOUSE, missing: 1, missing_among_homes: 0.25 },
  ],
  [
    { width_m: 15, builtArea: -0.5 },
    { width_15_m: 1, built_area: -0.5, wide_among_homes: -0.5, level: 1 },
  ],
  [
    { width_m: 11, builtArea: -0.5 },
    { width_11_m: 1, built_area: -0.5, level: 1 },
  ],
])('a site with %j has %j', (figures, features) => expect(featuresOf(figures)).toEqual(features));

test.each([
  // Width with two floors usually.
  [{ usable_m2: 300, dwellings: 6 }, 100],
  [{ usable_m2: 300, dwellings: 4, floorsToExpected: 0.5 }, 75],
  [{ usable_m2: 300, dwellings: 100 }, 30],
  [{ usable_m2: 3_000, dwellings: 1 }, 250],
])('reported dwellings and their size count: %j has some of %d m²', (figures, size_m2) => {
  const { dwelling_size = 0, ...others } = featuresOf({ ...figures, mapped: 0, builtArea: 1 });
  expect(100 * Math.exp(dwelling_size)).toBeCloseTo(size_m2, 1);
  expect(others).toEqual({ dwellings: 1, level: 1 });
});

test('no dwellings, or more than fit, count for nothing', () => {
  expect(featuresOf({ dwellings: 0 })).toEqual(HOUSE);
  expect(featuresOf({ dwellings: 3, usable_m2: 0 })).toEqual(HOUSE);
});

test('without features, two people are expected a dwelling, else one on 100 m² of the floors that are more than usual', () => {
  const expected = (figures: Partial<typeof USUAL>): number => Math.exp(offsetOf(siteWith(figures), 0));
  expect(expected({ dwellings: 7 })).toBeCloseTo(14, 9);
  expect(expected({ usable_m2: 250 })).toBeCloseTo(2.5, 9);
  expect(expected({ usable_m2: 250, floorsToExpected: 3 })).toBeCloseTo(7.5, 9);
  expect(expected({ usable_m2: 250, dwellings: 0 })).toBeCloseTo(2.5, 9);
});

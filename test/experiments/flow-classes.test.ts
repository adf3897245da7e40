import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { type ComparedZone, compareClasses } from './flow-classes.ts';

const ALL = 100_000;
const zone = (people: number, count: number, more: Partial<ComparedZone> = {}): ComparedZone => ({
  people,
  count,
  unrounded: count,
  ungrouped: people,
  isHeld: true,
  area_m2: 1e6,
  ...more,
});
const classOf = (zones: readonly ComparedZone[], name: string) =>
  compareClasses([{ town: 1, people: ALL, zones }], 0.05).find((one) => one.zones === name)!;

test('zones are in a class by what is counted, by the truth, or by how few are counted on how much ground', () => {
  const zones = [
    zone(900, 600, { area_m2: 1e5 }),
    zone(1_100, 900),
    zone(800, 1_200, { isHeld: false }),
    zone(450, 480, { area_m2: 1e8 }),
    zone(6_000, 6_000, { area_m2: 1e8 }),
  ];
  expect(classOf(zones, '500 to 1000')).toMatchObject({ compared: 2, bias: { ratio: -500 / 2_000 } });
  expect(classOf(zones, '1000 to 2000')).toMatchObject({ compared: 1, interval_coverage: { ratio: 0 } });
  expect(classOf(zones, 'true 500 to 1000')).toMatchObject({ compared: 2, bias: { ratio: 100 / 1_700 } });
  expect(classOf(zones, '5000 and more').compared).toBe(1);
  // Of the four counted at 500 or more.
  expect(classOf(zones, 'sparsest third')).toMatchObject({ compared: 1, bias: { ratio: 0 } });
});

test('ungrouped counts are held against the truth of the zones that are in a class by them', () => {
  const zones = [zone(900, 900, { ungrouped: 1_300 }), zone(1_500, 1_500, { ungrouped: 700 })];
  expect(classOf(zones, '500 to 1000')).toMatchObject({
    bias: { ratio: 0 },
    bias_ungrouped: { ratio: -800 / 1_500 },
    mape_ungrouped: 400 / 900,
  });
});

test('the price of rounding is that of counts and of their mirror images on the other side of unrounded ones', () => {
  // Unrounded 10 too many, rounded 30 too many, mirrored 10 too few.
  expect(classOf([zone(600, 630, { unrounded: 610 })], '500 to 1000').price_of_rounding).toBeCloseTo(1, 9);
  // Both err to the same side: loss and gain cancel.
  expect(classOf([zone(600, 615, { unrounded: 610 })], '500 to 1000').price_of_rounding).toBeCloseTo(0, 9);
});

test('drawn at random alone, nine of ten ungrouped counts are as near as they should be', () => {
  const random = new Random(7);
  const share = 0.05;
  const zones = Array.from({ length: 500 }, () => {
    let drawn = 0;
    for (let i = 0; i < 3_000; i++) if (random.chance(share)) drawn++;
    return zone(3_000, 3_000, { ungrouped: drawn / share });
  });
  const { coverage_ungrouped } = classOf(zones, '2000 to 5000');
  expect(coverage_ungrouped.ratio).toBeGreaterThan(0.86);
  expect(coverage_ungrouped.ratio).toBeLessThan(0.94);
  const far = zones.map((one) => ({ ...one, ungrouped: one.people + 2 * (one.ungrouped - one.people) }));
  expect(classOf(far, '2000 to 5000').coverage_ungrouped.ratio).toBeLessThan(0.7);
});

test('standard errors are those over towns where panels of one town are off together, else those over panels', () => {
  const off = [-0.02, -0.02, 0.02, 0.02].map((error) => [zone(3_000, 3_000 * (1 + error))]);
  const panels = off.map((zones, i) => ({ town: Math.floor(i / 2), people: ALL, zones }));
  const errorOf = (towns: typeof panels): number =>
    compareClasses(towns, 0.05).find(({ zones }) => zones === '2000 to 5000')!.bias.standard_error!;
  expect(errorOf(panels)).toBeCloseTo(0.02, 9);
  // Four panels of one town tell no more than two towns.
  expect(errorOf(panels.map((panel) => ({ ...panel, town: 1 })))).toBeCloseTo(0.02 / Math.sqrt(3), 9);
  expect(errorOf(panels.map((panel, i) => ({ ...panel, town: i % 2 })))).toBeCloseTo(0.02 / Math.sqrt(3), 9);
});

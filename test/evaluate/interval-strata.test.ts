import { expect, test } from 'vitest';
import type { BoundingBox } from '../../src/geo/positions.ts';
import {
  drawStratifiedZones,
  intervalStrata,
  type StratifiedUnit,
  type StratifiedZone,
  strataTable,
} from '../../tiles-builder/evaluate/interval-strata.ts';

const zone: StratifiedZone = {
  ...{ interval: { low: 10, high: 20 }, byCount: { low: 15, high: 15 } },
  ...{ truth: 15, isUnion: true, people_per_km2: 100, footprint_m2_per_person: 50 },
  ...{ units_in_size: 2, whole_share: 0, filled_share: 1 },
};

test('coverage and mean width by stratum, both ends of an interval included', () => {
  const strata = intervalStrata([
    zone,
    { ...zone, truth: 10, interval: { low: 10, high: 40 } },
    { ...zone, truth: 20, people_per_km2: 2_000, whole_share: 1, filled_share: 0.2 },
    { ...zone, truth: 21, people_per_km2: 1_999, whole_share: 0.5, units_in_size: 0.2 },
  ]);
  const figures = Object.fromEntries(
    strata.map(({ by, stratum, zones, coverage, mean_width }) => [
      `${by} ${stratum}`,
      [zones, coverage, mean_width],
    ]),
  );
  expect(figures).toEqual({
    'all ': [4, 0.75, 15],
    'density < 500 people/km²': [2, 1, 20],
    'density 500 to 2,000 people/km²': [1, 0, 10],
    'density ≥ 2,000 people/km²': [1, 1, 10],
    'completeness ≥ 30 m² mapped/person': [4, 0.75, 15],
    'size < ¼ unit': [1, 0, 10],
    'size 1 to 4 units': [3, 1, 50 / 3],
    'whole units none': [2, 1, 20],
    'whole units ≥ half': [1, 0, 10],
    'whole units all': [1, 1, 10],
    'shape scattered': [1, 1, 10],
    'shape compact': [3, 2 / 3, 50 / 3],
  });
  expect(strataTable(strata).split('\n').at(-1)).toMatch(/^shape +compact +3 +66\.7 % +17 +33\.3 % +0$/);
});

test('drawn zones have the properties of their squares', async () => {
  const box = (column: number, row: number): BoundingBox => ({
    west: column,
    south: row,
    east: column + 1,
    north: row + 1,
  });
  // Powers of two: a sum identifies squares.
  const units = [0, 1, 2, 3].map(
    (unit): StratifiedUnit => ({
      people: 40 * (unit + 1),
      area_km2: 4,
      footprint_m2: 400,
      squares: [0, 1, 2, 3].map((square) => ({
        box: box(2 * unit + (square % 2), square >> 1),
        zone: [[[[2 ** (4 * unit + square), 0]]]],
        truth: square,
      })),
    }),
  );
  const zones = await drawStratifiedZones(units, async (zone) => {
    const sum = zone.reduce((sum, [[[own]]]) => sum + own, 0);
    const interval = { low: sum, high: sum };
    return { interval, byCount: interval };
  });
  expect(zones).toHaveLength(400);
  const found = { cut: 0, whole: 0, partly: 0 };
  for (const own of zones) {
    const squares = Array.from({ length: 16 }, (_, i) => i).filter((i) => (own.interval.low >> i) & 1);
    expect(own.truth).toBe(squares.reduce((sum, i) => sum + (i % 4), 0));
    const touched = [...new Set(squares.map((i) => i >> 2))];
    const whole = touched.filter((unit) => squares.filter((i) => i >> 2 === unit).length === 4);
    expect(own.whole_share).toBe((4 * whole.length) / squares.length);
    expect(own.units_in_size).toBe(squares.length / 4);
    const people = touched.reduce((sum, unit) => sum + 40 * (unit + 1), 0);
    expect(own.people_per_km2).toBe(people / (4 * touched.length));
    expect(own.footprint_m2_per_person).toBe((400 * touched.length) / people);
    const columns = squares.map((i) => 2 * (i >> 2) + (i % 2));
    const rows = squares.map((i) => (i % 4) >> 1);
    const extent = (values: number[]): number => Math.max(...values) - Math.min(...values) + 1;
    expect(own.filled_share).toBeCloseTo(squares.length / (extent(columns) * extent(rows)), 12);
    found[own.whole_share === 0 ? 'cut' : own.whole_share === 1 ? 'whole' : 'partly']++;
  }
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(40);
});

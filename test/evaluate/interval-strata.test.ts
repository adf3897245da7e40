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
  ...{ interval: { low: 10, high: 20 }, truth: 15, units_in_size: 2, whole_share: 0 },
};

test('coverage and mean width by stratum, both ends of an interval included', () => {
  const strata = intervalStrata([
    zone,
    { ...zone, truth: 10, interval: { low: 10, high: 40 } },
    { ...zone, truth: 20, whole_share: 1 },
    { ...zone, truth: 21, whole_share: 0.5, units_in_size: 0.2 },
  ]);
  const figures = Object.fromEntries(
    strata.map(({ by, stratum, zones, coverage, mean_width }) => [
      `${by} ${stratum}`,
      [zones, coverage, mean_width],
    ]),
  );
  expect(figures).toEqual({
    'all ': [4, 0.75, 15],
    'size < ¼ unit': [1, 0, 10],
    'size 1 to 4 units': [3, 1, 50 / 3],
    'whole units none': [2, 1, 20],
    'whole units ≥ half': [1, 0, 10],
    'whole units all': [1, 1, 10],
  });
  expect(strataTable(strata).split('\n').at(-1)).toMatch(/^whole units +all +1 +100\.0 % +10$/);
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
      area_km2: 4,
      squares: [0, 1, 2, 3].map((square) => ({
        box: box(2 * unit + (square % 2), square >> 1),
        zone: [[[[2 ** (4 * unit + square), 0]]]],
        truth: square,
      })),
    }),
  );
  const zones = await drawStratifiedZones(units, async (zone) => {
    const sum = zone.reduce((sum, [[[own]]]) => sum + own, 0);
    return { low: sum, high: sum };
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
    found[own.whole_share === 0 ? 'cut' : own.whole_share === 1 ? 'whole' : 'partly']++;
  }
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(40);
});

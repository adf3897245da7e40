import { expect, test } from 'vitest';
import type { Ring } from '../../../src/geo/positions.ts';
import { farthestOutside_m } from './nested-zones.ts';

const square = (lon: number, lat: number, half: number): Ring => [
  [lon - half, lat - half],
  [lon + half, lat - half],
  [lon + half, lat + half],
  [lon - half, lat + half],
  [lon - half, lat - half],
];
const METRES = 111_195;

test('a zone within another sticks out of it by nothing', () => {
  expect(farthestOutside_m([[square(0, 0, 0.01)]], [[square(0, 0, 0.02)]])).toBe(0);
});

test('a zone extends as far as its farthest vertex', () => {
  const outside = farthestOutside_m([[square(0.02, 0, 0.01)]], [[square(0, 0, 0.02)]]);
  expect(outside).toBeCloseTo(0.01 * METRES, 3);
  const farAway = farthestOutside_m([[square(1, 0, 0.01)]], [[square(0, 0, 0.02)]]);
  expect(farAway).toBeCloseTo(0.99 * METRES, 1);
});

test('a zone sticks into a hole as far as its depth is sampled', () => {
  const withHole = [[square(0, 0, 0.02), square(0, 0, 0.001)]];
  const outside = farthestOutside_m([[square(0, 0, 0.01)]], withHole);
  expect(outside).toBeGreaterThan(50);
  expect(outside).toBeLessThanOrEqual(0.001 * METRES * 1.001);
});

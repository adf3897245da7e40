import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledHole_m2 } from '../../src/isochrone/compute-isochrone.ts';

test('holes that are filled: 25 m wide for walks, from 100 m at 15 minutes by car to 1 km at an hour', () => {
  expect(filledHole_m2('pedestrian', 7_200)).toBe(25 ** 2);
  expect([60, 900, 2_250, 3_600].map((time_s) => Math.sqrt(filledHole_m2('motorized', time_s)))).toEqual([
    100, 100, 550, 1_000,
  ]);
});

test('a longer drive fills every hole that a shorter one fills', () => {
  const time_s = fc.integer({ min: 60, max: 3_600 });
  fc.assert(
    fc.property(time_s, time_s, (a, b) => {
      const [shorter, longer] = [Math.min(a, b), Math.max(a, b)];
      expect(filledHole_m2('motorized', longer)).toBeGreaterThanOrEqual(filledHole_m2('motorized', shorter));
    }),
  );
});

import { type Geom, union } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import { halvesOf, unionOf } from '../../src/clients/javascript/overlay.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { faultsOf, GRIDS_DEGREES, starsOnGrids } from './random-zones.ts';

describe.each([1, Date.now() % 1e9])('random polygons (seed %i)', (seed) => {
  test.each(GRIDS_DEGREES)('have the union of polyclip-ts, in valid parts, on a grid of %d°', (grid) => {
    for (const zones of starsOnGrids(seed, 12, [grid])) {
      const together = unionOf(...zones);
      const [first, ...others] = zones as unknown as Geom[];
      const expected = areaOfZone_m2(union(first, ...others) as unknown as Zone);
      expect(areaOfZone_m2(together) / expected).toBeCloseTo(1, 4);
      expect(faultsOf(together)).toEqual([]);
      const halves = halvesOf(together);
      const areas = halves.map(areaOfZone_m2);
      expect((areas[0] + areas[1]) / areaOfZone_m2(together)).toBeCloseTo(1, 4);
      expect(sharedArea_m2(...halves)).toBeLessThan(1);
      expect(faultsOf(halves.flat())).toEqual([]);
    }
  });
});

test('a hole that touches its shell, and polygons that touch at a point, stay apart', () => {
  const box = (west: number, south: number, east: number, north: number): Zone[number] => [
    [[west, south], [east, south], [east, north], [west, north], [west, south]],
  ]; // biome-ignore format: a box
  const frame = unionOf([box(0, 0, 3, 1), box(0, 2, 3, 3), box(0, 0, 1, 3), box(2, 0, 3, 3)]);
  expect(frame.map((polygon) => polygon.length)).toEqual([2]);
  expect(unionOf([box(0, 0, 1, 1), box(1, 1, 2, 2)])).toHaveLength(2);
  const touching = unionOf([box(0, 0, 2, 1), box(0, 0, 1, 2), box(1, 2, 3, 3), box(2, 0, 3, 3)]);
  expect(touching.map((polygon) => polygon.length)).toEqual([2]);
  expect(faultsOf(touching)).toEqual([]);
});

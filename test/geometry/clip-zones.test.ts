import { intersection } from 'polyclip-ts';
import { expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf, unionOf } from '../../tiles-builder/geometry/clip-zones.ts';

const zoneOf = (...corners: Position[]): Zone => [[[...corners, corners[0]]]];

test('zones whose corners coincide but for rounding are clipped, which the clipping library gives up on', () => {
  // Corners on two axes, off them by what rounding leaves.
  const a = zoneOf([0.2, -1.7e-198], [1.2e-16, 1.9], [-1.4, 1.7e-16], [-1.4e-16, -0.7]);
  const b = zoneOf([0.2, 6.8e-94], [5.7e-17, 0.9], [-0.9, 1.1e-16], [-2.7e-16, -1.4]);
  expect(() => intersection(a as never, b as never)).toThrow('Unable to complete');
  const [areaA, areaB] = [areaOfZone_m2(a), areaOfZone_m2(b)];
  const shared = areaOfZone_m2(intersectionOf(a, b));
  const crossing: Position = [-63 / 95, -7 / 19];
  const expected = areaOfZone_m2(zoneOf([0.2, 0], [0, 0.9], [-0.9, 0], crossing, [0, -0.7]));
  expect(shared / expected).toBeCloseTo(1, 6);
  expect(areaOfZone_m2(unionOf(a, b)) / (areaA + areaB - shared)).toBeCloseTo(1, 6);
  expect(areaOfZone_m2(differenceOf(a, b)) / (areaA - shared)).toBeCloseTo(1, 6);
});

test('no zone shares nothing, adds nothing and takes nothing away', () => {
  const zone = zoneOf([1, 0], [0, 1], [-1, 0], [0, -1]);
  expect([intersectionOf(zone, []), intersectionOf([], zone)]).toEqual([[], []]);
  expect([unionOf(zone, []), unionOf([], zone), differenceOf(zone, [])]).toEqual([zone, zone, zone]);
  expect(differenceOf([], zone)).toEqual([]);
});

test('a zone with 100,000 corners inside of another, or beside it, is not clipped at all', () => {
  const corners = 100_000;
  const around = (lon: number): Zone => {
    const ring = Array.from({ length: corners }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / corners;
      const reach = 0.3 + (i % 2) * 5e-5;
      return [lon + reach * Math.cos(angle), 48 + reach * Math.sin(angle)];
    });
    return [[[...ring, ring[0]]]];
  };
  const [border, far] = [around(2), around(5)];
  const box: Zone = [
    [
      [
        [1, 47],
        [3, 47],
        [3, 49],
        [1, 49],
        [1, 47],
      ],
    ],
  ];
  expect(intersectionOf(border, box)).toBe(border);
  expect(intersectionOf(box, border)).toBe(border);
  expect(differenceOf(border, box)).toEqual([]);
  expect(intersectionOf(border, far)).toEqual([]);
  expect(differenceOf(border, far)).toBe(border);
});

import fc from 'fast-check';
import { intersection } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { areaWithin, cornersOf, PlanarArea } from '../../tiles-builder/living/planar-area.ts';

const square = (west: number, south: number, side: number): Ring => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const reversed = (ring: Ring): Ring => [...ring].reverse();
const areaOf = (...zones: Zone[]): number => {
  const areas = zones.map((zone) => new PlanarArea(zone));
  return areaWithin(cornersOf(areas[0]!.box), areas);
};

describe('areaWithin', () => {
  test('counts a courtyard as outside, whichever way its ring runs', () => {
    const shell = square(7, 43, 4);
    const courtyard = square(8, 44, 1);
    expect(areaOf([[shell, courtyard]])).toBeCloseTo(15, 9);
    expect(areaOf([[reversed(shell), courtyard]])).toBeCloseTo(15, 9);
    expect(areaOf([[shell, reversed(courtyard)]])).toBeCloseTo(15, 9);
  });

  test('intersects several areas', () => {
    expect(areaOf([[square(0, 0, 4)]], [[square(1, 1, 4)]], [[square(2, 0, 3)]])).toBeCloseTo(4, 9);
    expect(areaOf([[square(0, 0, 1)]], [[square(2, 2, 1)]])).toBe(0);
  });

  test('adds up the outlines of one building', () => {
    expect(areaOf([[square(0, 0, 1)], [square(2, 2, 2)]])).toBeCloseTo(5, 9);
  });

  test('agrees with a general clipper on star-shaped polygons', () => {
    const star = fc
      .tuple(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.array(fc.double({ min: 0.2, max: 2, noNaN: true }), { minLength: 3, maxLength: 12 }),
      )
      .map(([x, y, radii]): Ring => {
        const corners = radii.map((radius, i): Position => {
          const angle = (2 * Math.PI * i) / radii.length;
          return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        });
        return [...corners, corners[0]!];
      });
    fc.assert(
      fc.property(star, star, star, (a, b, c) => {
        const polygon = (ring: Ring) => [ring.map(([x, y]): [number, number] => [x, y])];
        const clipped = intersection(polygon(a), polygon(b), polygon(c)) as unknown as Zone;
        const expected = clipped.length === 0 ? 0 : areaOf(clipped);
        expect(areaOf([[a]], [[b]], [[c]])).toBeCloseTo(expected, 6);
      }),
      { numRuns: 200 },
    );
  });
});

describe('PlanarArea', () => {
  const area = new PlanarArea([[square(0, 0, 10), square(4, 4, 2)]]);

  test('tells where a box lies', () => {
    const box = (west: number, south: number, side: number) => ({
      west,
      south,
      east: west + side,
      north: south + side,
    });
    expect(area.relationOf(box(1, 1, 1))).toBe('inside');
    expect(area.relationOf(box(4.5, 4.5, 1))).toBe('outside');
    expect(area.relationOf(box(3, 3, 2))).toBe('edge');
    expect(area.relationOf(box(11, 0, 2))).toBe('outside');
  });

  test('contains what lies between shell and hole', () => {
    expect(area.contains([1, 5])).toBe(true);
    expect(area.contains([5, 5])).toBe(false);
    expect(area.contains([12, 5])).toBe(false);
  });
});

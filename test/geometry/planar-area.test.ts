import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { areaWithin, boxPolygon, PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { square } from '../support/zones/rectangle.ts';

const reversed = (ring: Ring): Ring => [...ring].reverse();
const areaOf = (...zones: Zone[]): number => {
  const areas = zones.map((zone) => new PlanarArea(zone));
  return areaWithin(boxPolygon(areas[0].box), areas);
};

/** West to east; the line at `y` meets no vertex. */
const crossings = (ring: Ring, y: number): number[] =>
  ring
    .slice(1)
    .map((to, i) => [ring[i], to] as const)
    .filter(([from, to]) => from[1] < y !== to[1] < y)
    .map(([from, to]) => from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    .sort((a, b) => a - b);

function sharedLength(rings: readonly Ring[], y: number): number {
  const all = rings.map((ring) => crossings(ring, y));
  const stops = all.flat().sort((a, b) => a - b);
  return stops.slice(1).reduce((sum, to, i) => {
    const middle = (stops[i] + to) / 2;
    const inside = all.every((xs) => xs.filter((x) => x < middle).length % 2 === 1);
    return sum + (inside ? to - stops[i] : 0);
  }, 0);
}

/**
 * By slabs between heights of vertices and crossings: lengths change linearly, so the middle's times the slab's height is
 * exact.
 */
function slabArea(rings: readonly Ring[]): number {
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to] as const));
  const heights = edges.map(([from]) => from[1]);
  for (const [a, b] of edges) {
    for (const [c, d] of edges) {
      const [abX, abY, cdX, cdY] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
      const turn = abX * cdY - abY * cdX;
      const along = ((c[0] - a[0]) * cdY - (c[1] - a[1]) * cdX) / turn;
      if (along > 0 && along < 1) heights.push(a[1] + along * abY);
    }
  }
  heights.sort((a, b) => a - b);
  return heights.slice(1).reduce((sum, top, i) => {
    const bottom = heights[i];
    return top > bottom ? sum + (top - bottom) * sharedLength(rings, (bottom + top) / 2) : sum;
  }, 0);
}

describe('areaWithin', () => {
  test('counts a courtyard as outside, in either direction of its ring', () => {
    const shell = square(7, 43, 4);
    const courtyard = square(8, 44, 1);
    expect(areaOf([[shell, courtyard]])).toBeCloseTo(15, 9);
    expect(areaOf([[reversed(shell), courtyard]])).toBeCloseTo(15, 9);
    expect(areaOf([[shell, reversed(courtyard)]])).toBeCloseTo(15, 9);
  });

  test('agrees with slabs on star-shaped polygons', () => {
    const star = fc
      .tuple(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.array(fc.double({ min: 0.2, max: 2, noNaN: true }), { minLength: 3, maxLength: 12 }),
      )
      .map(([x, y, radii]): Ring => {
        const vertices = radii.map((radius, i): Position => {
          const angle = (2 * Math.PI * i) / radii.length;
          return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        });
        return [...vertices, vertices[0]];
      });
    fc.assert(
      fc.property(star, star, star, (a, b, c) => {
        expect(areaOf([[a]], [[b]], [[c]])).toBeCloseTo(slabArea([a, b, c]), 6);
      }),
      { numRuns: 200 },
    );
  });
});

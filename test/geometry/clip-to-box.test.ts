import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { polygonInBox } from '../../tiles-builder/geometry/clip-to-box.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { square } from '../support/zones/rectangle.ts';

const BOX = { west: 2, south: 3, east: 12, north: 9 };

const star = fc
  .record({
    x: fc.integer({ min: -4, max: 18 }),
    y: fc.integer({ min: -4, max: 16 }),
    rays: fc.array(fc.integer({ min: 20, max: 90 }), { minLength: 3, maxLength: 9 }),
  })
  .map(({ x, y, rays }): Polygon => {
    const vertices = rays.map((ray, i): Position => {
      const turn = (2 * Math.PI * (i + 0.1)) / rays.length;
      return [x + (ray / 10) * Math.cos(turn), y + (ray / 10) * Math.sin(turn)];
    });
    const least = rays.length === 3 ? 0.3 : 0.5;
    return [[...vertices, vertices[0]], square(x - least, y - least, 2 * least).toReversed()];
  });

test('a place is in the part if it is in the polygon and in the box', () => {
  const seen = { inside: 0, nothing: 0 };
  fc.assert(
    fc.property(star, (polygon) => {
      const part = polygonInBox(polygon, BOX);
      if (part === null) seen.nothing++;
      const [whole, clipped] = [new PlanarArea([polygon]), new PlanarArea(part ? [part] : [])];
      for (const ring of part ?? []) {
        expect(ring[0]).toEqual(ring.at(-1));
        for (const [x, y] of ring) expect(x >= 2 && x <= 12 && y >= 3 && y <= 9).toBe(true);
      }
      for (let x = 0.137; x < 14; x += 0.61) {
        for (let y = 1.113; y < 11; y += 0.57) {
          const isInBox = x > 2 && x < 12 && y > 3 && y < 9;
          const isInside = isInBox && whole.contains([x, y]);
          if (isInside) seen.inside++;
          expect(clipped.contains([x, y]), `${x} ${y}`).toBe(isInside);
        }
      }
    }),
    { seed: 20261123, numRuns: 120 },
  );
  expect(seen.inside).toBeGreaterThan(1_000);
  expect(seen.nothing).toBeGreaterThan(5);
});

test('a polygon inside stays as it is, and one that only touches the box from outside is nothing or without area', () => {
  const inside = [square(3, 4, 2)];
  expect(new PlanarArea([polygonInBox(inside, BOX)!]).area()).toBe(4);
  expect(polygonInBox(inside, BOX)![0]).toHaveLength(5);
  const beside = polygonInBox([square(12, 4, 2)], BOX);
  expect(beside === null ? 0 : new PlanarArea([beside]).area()).toBe(0);
  expect(polygonInBox([square(12.001, 4, 2)], BOX)).toBeNull();
});

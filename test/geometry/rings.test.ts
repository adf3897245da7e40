import { describe, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { isSimpleRing } from '../../tiles-builder/geometry/rings.ts';

const closed = (vertices: readonly Position[]): Position[] => [...vertices, vertices[0]];

function star(vertices: number, random: Random): Position[] {
  return closed(
    Array.from({ length: vertices }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / vertices;
      const reach = random.between(0.5, 1);
      return [reach * Math.cos(angle), reach * Math.sin(angle)];
    }),
  );
}

/** By areas of triangles. */
function crossesAnywhere(ring: readonly Position[]): boolean {
  const turn = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number =>
    (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  return ring.slice(1).some((b, i) =>
    ring.slice(1, i + 1).some((d, j) => {
      const [a, c] = [ring[i], ring[j]];
      return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
    }),
  );
}

describe('a ring', () => {
  test.each([5, Date.now() % 1e9])(
    'crosses itself or not, however many vertices it has (seed %i)',
    (seed) => {
      const random = new Random(seed);
      const found = { simple: 0, crossing: 0 };
      for (let i = 0; i < 60; i++) {
        const ring = star(random.integer(3, i % 6 === 0 ? 1_200 : 60), random);
        if (i % 2 === 0) {
          // Swaps two vertices: mostly, their edges cross.
          const [one, other] = [random.integer(1, ring.length - 2), random.integer(1, ring.length - 2)];
          [ring[one], ring[other]] = [ring[other], ring[one]];
        }
        const isSimple = !crossesAnywhere(ring);
        found[isSimple ? 'simple' : 'crossing']++;
        expect(isSimpleRing(ring), `${ring.length} vertices`).toBe(isSimple);
      }
      expect(Math.min(found.simple, found.crossing)).toBeGreaterThan(5);
    },
  );

  test('is none where it is open, has no area or too few vertices', () => {
    const triangle: Position[] = [[0, 0], [1, 0], [0, 1]]; // biome-ignore format: a line
    expect(isSimpleRing(closed(triangle))).toBe(true);
    expect(isSimpleRing(triangle)).toBe(false);
    expect(isSimpleRing(closed(triangle.slice(0, 2)))).toBe(false);
    expect(isSimpleRing(closed([[0, 0], [1, 1], [2, 2]]))).toBe(false); // biome-ignore format: a line
  });
});

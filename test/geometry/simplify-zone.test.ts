import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceToLine_m } from '../../src/geo/douglas-peucker.ts';
import type { Position, Ring } from '../../src/geo/positions.ts';
import { isSimpleRing } from '../../tiles-builder/geometry/rings.ts';
import { simplifyZone } from '../../tiles-builder/geometry/simplify-zone.ts';

const METRE = 1 / 111_195;

describe.each([Date.now() & 0x7fffffff])('seed %i', (seed) => {
  const within_m = 50;
  const rings = fc
    .array(fc.integer({ min: 200, max: 5_000 }), { minLength: 5, maxLength: 120 })
    .map((radii): Ring => {
      const ring = radii.map((radius, i): Position => {
        const angle = (2 * Math.PI * i) / radii.length;
        return [radius * METRE * Math.cos(angle), radius * METRE * Math.sin(angle)];
      });
      return [...ring, ring[0]];
    });

  test('every position is near the simplified ring, a simple ring of some of the positions', () => {
    fc.assert(
      fc.property(rings, (ring) => {
        const [[simpler]] = simplifyZone([[ring]], within_m) as [[Ring]];
        expect(isSimpleRing(simpler)).toBe(true);
        expect(simpler.every((position) => ring.includes(position))).toBe(true);
        for (const position of ring) {
          const distances = simpler.slice(1).map((end, i) => distanceToLine_m(position, simpler[i], end));
          expect(Math.min(...distances)).toBeLessThanOrEqual(within_m + 1e-6);
        }
      }),
      { seed, numRuns: 300 },
    );
  });
});

import { intersection } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import { areaOfZone_m2, lengthOfEdge_m, perimeterOfZone_m } from '../../src/geo/area.ts';
import { EARTH_RADIUS_M } from '../../src/geo/earth.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { difficultZone, KINDS } from '../support/zones/difficult-zones.ts';
import { rectangle } from '../support/zones/rectangle.ts';

describe('areaOfZone_m2', () => {
  test("of a box between two parallels is the sphere's, less the holes", () => {
    const radians = Math.PI / 180;
    const expected = (south: number, north: number, width: number): number =>
      EARTH_RADIUS_M ** 2 * width * radians * (Math.sin(north * radians) - Math.sin(south * radians));
    expect(areaOfZone_m2([[rectangle(10, 40, 12, 50)]]) / expected(40, 50, 2)).toBeCloseTo(1, 12);
    const withHole: Zone = [[rectangle(10, 40, 12, 50), rectangle(10.5, 41, 11, 42)]];
    expect(areaOfZone_m2(withHole) / (expected(40, 50, 2) - expected(41, 42, 0.5))).toBeCloseTo(1, 12);
  });

  test('does not depend on direction and is precise for a square metre far north', () => {
    const small = rectangle(172.123456, 84.5, 172.123466, 84.50001);
    const width_m = lengthOfEdge_m(small[0], small[1]);
    const height_m = lengthOfEdge_m(small[1], small[2]);
    expect(areaOfZone_m2([[small]]) / (width_m * height_m)).toBeCloseTo(1, 5);
    expect(areaOfZone_m2([[small.toReversed()]])).toBeCloseTo(areaOfZone_m2([[small]]), 12);
  });
});

describe('perimeterOfZone_m', () => {
  test('along a meridian and along a parallel is an arc of its circle', () => {
    expect(lengthOfEdge_m([7, -80], [7, 60])).toBeCloseTo((EARTH_RADIUS_M * 140 * Math.PI) / 180, 3);
    expect(lengthOfEdge_m([-20, 60], [100, 60])).toBeCloseTo((EARTH_RADIUS_M * 60 * Math.PI) / 180, 3);
  });

  test('of a slanted edge is the sum of many short ones', () => {
    const steps = 20_000;
    let sum = 0;
    for (let i = 0; i < steps; i++) {
      const [lat, next] = [(60 * i) / steps, (60 * (i + 1)) / steps];
      const middle = (((lat + next) / 2) * Math.PI) / 180;
      sum += ((EARTH_RADIUS_M * Math.PI) / 180) * Math.hypot(60 / steps, (90 / steps) * Math.cos(middle));
    }
    expect(lengthOfEdge_m([0, 0], [90, 60]) / sum).toBeCloseTo(1, 7);
    expect(
      perimeterOfZone_m([
        [
          [
            [0, 0],
            [90, 60],
            [0, 0],
          ],
        ],
      ]),
    ).toBeCloseTo(2 * lengthOfEdge_m([0, 0], [90, 60]), 6);
  });
});

describe('sharedArea_m2', () => {
  test('is the area of the intersection that a clipping library makes', () => {
    const random = new Random(31);
    for (let i = 0; i < 4 * KINDS.length; i++) {
      const { polygon, kind } = difficultZone(random, KINDS[i % KINDS.length]);
      const [lon, lat] = polygon[0][0];
      const size = 10 ** random.between(-4, -2);
      const other = [
        rectangle(lon - size, lat - size, lon + size * random.unit(), lat + size * random.unit()),
      ];
      const clipped = intersection(polygon as never, other as never) as unknown as Zone;
      const shared = sharedArea_m2([polygon], [other]);
      const smaller = Math.min(areaOfZone_m2([polygon]), areaOfZone_m2([other]));
      expect(Math.abs(shared - areaOfZone_m2(clipped)) / smaller, kind).toBeLessThan(1e-7);
      expect(sharedArea_m2([other], [polygon]) / smaller).toBeCloseTo(shared / smaller, 9);
      expect(sharedArea_m2([polygon], [polygon]) / areaOfZone_m2([polygon]), kind).toBeCloseTo(1, 7);
    }
  });

  test('of disjoint zones is zero, also of a zone in a hole', () => {
    expect(sharedArea_m2([[rectangle(0, 0, 1, 1)]], [[rectangle(2, 0, 3, 1)]])).toBe(0);
    expect(sharedArea_m2([[rectangle(0, 0, 1, 1)]], [[rectangle(0, 2, 1, 3)]])).toBe(0);
    const ring: Zone = [[rectangle(0, 0, 9, 9), rectangle(3, 3, 6, 6)]];
    expect(
      sharedArea_m2(ring, [[rectangle(4, 4, 5, 5)]]) / areaOfZone_m2([[rectangle(4, 4, 5, 5)]]),
    ).toBeCloseTo(0, 9);
  });

  test('of 500 positions and a coverage of 5,000 takes milliseconds', () => {
    const circle = (count: number, radius: number, lon: number): Zone => {
      const ring = Array.from({ length: count }, (_, i): Position => {
        const angle = (2 * Math.PI * i) / count;
        return [lon + radius * Math.cos(angle), 46 + radius * Math.sin(angle)];
      });
      return [[[...ring, ring[0]]]];
    };
    const zone = circle(500, 0.5, 2);
    const coverage = circle(5_000, 4, 5);
    const share = sharedArea_m2(zone, coverage) / areaOfZone_m2(zone);
    expect(share).toBeCloseTo(1, 9);
    // Other load only adds time.
    const times_ms = Array.from({ length: 5 }, () => {
      const start_ms = performance.now();
      sharedArea_m2(zone, coverage);
      return performance.now() - start_ms;
    });
    expect(Math.min(...times_ms)).toBeLessThan(200);
  });
});

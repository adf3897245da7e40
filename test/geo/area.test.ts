import { intersection } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import { areaOfBox_m2, areaOfZone_m2, lengthOfEdge_m, perimeterOfZone_m } from '../../src/geo/area.ts';
import { EARTH_RADIUS_M } from '../../src/geo/earth.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { difficultZone, KINDS } from '../support/zones/difficult-zones.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/**
 * By GeographicLib, edges divided into steps that change no digit below: pyproj 3.4.1,
 * `Geod(ellps='WGS84').polygon_area_perimeter(lon, lat)`.
 */
const KNOWN: readonly (readonly [string, readonly Position[], number, number])[] = [
  ['at the equator', [[9, -0.45], [9.9, -0.45], [9.9, 0.45], [9, 0.45]], 9_970_248_626, 399_402.682],
  ['of a quarter at 48°', [[-1.7, 48.1], [-1.69, 48.1], [-1.69, 48.107], [-1.7, 48.107]], 579_680.9605, 3_046.21201],
  ['of a province at 48°', [[2, 47.5], [3.3, 48.6], [2.4, 48.9], [1.2, 48.1]], 11_312_900_104.6, 445_460.876],
  ['at 70°', [[18, 69.5], [20.5, 69.7], [20, 70.4], [18.5, 70.3]], 6_407_508_096.3, 328_902.49],
  ['of a village at 78°', [[15, 78.2], [15.1, 78.2], [15.1, 78.22], [15, 78.22]], 5_095_268.8859, 9_029.6112],
  ['near the pole', [[0, 89], [120, 89.5], [179, 89.2]], 5_466_886_110.1, 581_282.484],
  ['of an ocean', [[-60, -50], [70, -30], [80, 60], [-40, 72]], 136_779_055_897_082, 40_551_176.861],
]; // biome-ignore format: a table

test.each(KNOWN)(
  'area and perimeter %s are those on the ellipsoid of WGS84',
  (_, open, area_m2, perimeter_m) => {
    const zone: Zone = [[[...open, open[0]]]];
    expect(areaOfZone_m2(zone) / area_m2).toBeCloseTo(1, 7);
    expect(perimeterOfZone_m(zone) / perimeter_m).toBeCloseTo(1, 7);
  },
);

describe('areaOfZone_m2', () => {
  test('of a box is the same by its corners and by its parallels, less the holes', () => {
    const box = (west: number, south: number, east: number, north: number): number =>
      areaOfBox_m2({ west, south, east, north });
    expect(areaOfZone_m2([[rectangle(10, 40, 12, 50)]]) / box(10, 40, 12, 50)).toBeCloseTo(1, 12);
    const withHole: Zone = [[rectangle(10, 40, 12, 50), rectangle(10.5, 41, 11, 42)]];
    expect(areaOfZone_m2(withHole) / (box(10, 40, 12, 50) - box(10.5, 41, 11, 42))).toBeCloseTo(1, 12);
    // Of the authalic sphere.
    expect(box(-180, -90, 180, 90) / (4 * Math.PI * EARTH_RADIUS_M ** 2)).toBeCloseTo(1, 12);
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
  test('of a slanted edge is the sum of many short ones', () => {
    const steps = 20_000;
    const at = (i: number): Position => [(90 * i) / steps, (60 * i) / steps];
    let sum = 0;
    for (let i = 0; i < steps; i++) sum += lengthOfEdge_m(at(i), at(i + 1));
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

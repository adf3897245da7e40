/** Holds the work on one polygon of many vertices to n log n, and its results to brute force. */
import { intersection } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { unionOfPolygons } from '../../tiles-builder/geometry/clip-zones.ts';
import {
  areaWithin,
  boxPolygon,
  clip,
  PlanarArea,
  shareInside,
  signedAreaOf,
} from '../../tiles-builder/geometry/planar-area.ts';
import { refuseOverlaps } from '../../tiles-builder/sources/census/refuse-overlaps.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';

const MIDDLE = [2, 48];
const RADIUS = 0.3;

/** Midpoint displacement: as winding as a coast, at each scale. */
function coast(vertices: number, seed: number, move = 0): Ring {
  const random = new Random(seed);
  let ring = Array.from({ length: 61 }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / 61;
    return [MIDDLE[0] + move + RADIUS * Math.cos(angle), MIDDLE[1] + RADIUS * Math.sin(angle)];
  });
  while (ring.length < vertices)
    ring = ring.flatMap(([x, y], i): Position[] => {
      const [u, v] = ring[(i + 1) % ring.length];
      const off = 0.3 * (random.unit() - 0.5);
      return [
        [x, y],
        [(x + u) / 2 + off * (v - y), (y + v) / 2 - off * (u - x)],
      ];
    });
  return [...ring, ring[0]];
}

function isInside(ring: Ring, [x, y]: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

test.each([7, Date.now() & 0x7fffffff])(
  'positions and boxes are inside as by all edges (seed %i)',
  (seed) => {
    const random = new Random(seed);
    const ring = coast(7_000, seed);
    const area = new PlanarArea([[ring]]);
    const vertices = ring.slice(1).flat();
    for (let i = 0; i < 200; i++) {
      const angle = 2 * Math.PI * random.unit();
      const radius = RADIUS * (0.9 + 0.2 * random.unit());
      const [west, south] = [MIDDLE[0] + radius * Math.cos(angle), MIDDLE[1] + radius * Math.sin(angle)];
      expect(area.containsAt(west, south)).toBe(isInside(ring, [west, south]));
      const side = (i % 4 === 0 ? RADIUS : 0.01) * random.unit();
      const box = { west, south, east: west + side, north: south + side };
      const part = clip(vertices, boxPolygon(box));
      const share = (part.length < 6 ? 0 : signedAreaOf(part)) / side ** 2;
      expect(areaWithin(boxPolygon(box), [area]) / side ** 2).toBeCloseTo(share, 6);
      expect(area.clippedTo(box).area() / side ** 2).toBeCloseTo(share, 6);
      const relation = area.relationOf(box);
      if (relation !== 'edge') expect(share).toBeCloseTo(relation === 'inside' ? 1 : 0, 6);
    }
    const around = { west: 0, south: 40, east: 4, north: 56 };
    expect(area.relationOf(around)).toBe('edge');
    expect(area.relationOf({ ...around, south: 48.4 })).toBe('outside');
  },
);

test('the share of one winding polygon in another is that of polyclip', () => {
  const [a, b] = [coast(2_000, 3), coast(2_000, 4, RADIUS / 2)];
  const both = intersection([a as never], [b as never]) as unknown as Zone;
  const exact = areaOfPlane(both) / areaOfPlane([[a]]);
  expect(exact).toBeGreaterThan(0.5);
  expect(shareInside(new PlanarArea([[a]]), new PlanarArea([[b]]))).toBeCloseTo(exact, 9);
  expect(areaOfZone_m2(unionOfPolygons([[a], [b]]))).toBeGreaterThan(areaOfZone_m2([[a]]));
});

const areaOfPlane = (zone: Zone): number => new PlanarArea(zone).area();

describe('processor time grows as n log n', () => {
  const unit = (ring: Ring) => UnitTable.of([{ id: 'one', people: 1, outline: [[ring]] }]);
  const rounded = (ring: Ring): Ring => ring.map(([x, y]) => [Number(x.toFixed(6)), Number(y.toFixed(6))]);
  const work: Record<string, (ring: Ring) => unknown> = {
    'find overlaps': (ring) => refuseOverlaps('one.geojson', unit(ring)),
    unite: (ring) => unionOfPolygons([[ring]]),
    'intersect with its own coverage': (ring) =>
      shareInside(new PlanarArea([[ring]]), new PlanarArea([[rounded(ring)]])),
    'intersect houses': (ring) => {
      const area = new PlanarArea([[ring]]);
      for (let i = 1; i < ring.length; i += 8) {
        const [west, south] = ring[i];
        areaWithin(boxPolygon({ west, south, east: west + 1e-4, north: south + 1e-4 }), [area]);
      }
    },
  };
  const FEW = 3_900;
  const TIMES = 8;

  test.each(Object.entries(work))('%s', (_, run) => {
    const [few, many] = [coast(FEW, 5), coast(TIMES * FEW, 5)];
    const cpu = (ring: Ring): number => {
      const begun = process.cpuUsage();
      run(ring);
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    cpu(few);
    // The least of several, as collections of garbage vary; 5 ms for what does not grow.
    const once = Math.min(cpu(few), cpu(few), cpu(few)) + 5_000;
    expect(cpu(many) / once).toBeLessThan(TIMES * 4);
  });
});

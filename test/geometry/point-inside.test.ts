import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { polygon as turfPolygon } from '@turf/helpers';
import { expect, test } from 'vitest';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { pointInside } from '../../tiles-builder/geometry/point-inside.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const STEP_DEGREES = 1e-3;

/** Half its height cuts the tapered teeth. */
function comb(random: Random): Polygon {
  const northern: Position[] = [];
  const holes: Position[][] = [];
  let lon = random.between(-5, 5);
  const west = lon;
  for (let tooth = random.integer(2, 6); tooth > 0; tooth--) {
    const east = lon + random.between(0.2, 1);
    const [left, right] = [0, 1].map(() => random.between(0, 0.05) * (east - lon));
    northern.push([lon, 0.2], [lon + left, 1], [east - right, 1], [east, 0.2]);
    if (random.chance(0.4)) {
      const [from, to] = [random.between(0.1, 0.4), random.between(0.6, 0.9)].map(
        (share) => lon + share * (east - lon),
      );
      holes.push(rectangle(from, 0.3, to, 0.9));
    }
    lon = east + random.between(0.1, 0.5);
  }
  const vertices: Position[] = [[west, 0], ...northern, [northern.at(-1)![0], 0]];
  return [[...vertices, vertices[0]].reverse(), ...holes];
}

/** By points every 0.001°. */
function insideAlong(lat: number, polygon: Polygon): { from: number; to: number }[] {
  const shape = turfPolygon(polygon.map((ring) => ring.map((position) => [...position])));
  const lons = polygon[0].map(([lon]) => lon);
  const parts: { from: number; to: number }[] = [];
  let wasInside = false;
  for (let lon = Math.min(...lons); lon <= Math.max(...lons); lon += STEP_DEGREES) {
    const isInside = booleanPointInPolygon([lon, lat], shape);
    if (isInside && wasInside) parts.at(-1)!.to = lon;
    else if (isInside) parts.push({ from: lon, to: lon });
    wasInside = isInside;
  }
  return parts;
}

test('the point is in the middle of the widest part of the largest polygon', () => {
  const random = new Random(26);
  for (let i = 0; i < 30; i++) {
    const polygon = comb(random);
    const small: Polygon = [rectangle(20, 0, 20.5, 0.5)];
    const zone = random.chance(0.5) ? [small, polygon] : [polygon, small];
    const [lon, lat] = pointInside(zone);
    const widths = insideAlong(lat, polygon);
    expect(lat).toBeCloseTo(0.5);
    const own = widths.find(({ from, to }) => from < lon && lon < to)!;
    expect(own, `${i}: ${lon}`).toBeDefined();
    expect(Math.abs((own.from + own.to) / 2 - lon)).toBeLessThan(2 * STEP_DEGREES);
    const widest = Math.max(...widths.map(({ from, to }) => to - from));
    expect(own.to - own.from).toBeGreaterThan(widest - 3 * STEP_DEGREES);
  }
});

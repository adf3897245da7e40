import { type Geom, union } from 'polyclip-ts';
import { describe, expect, test } from 'vitest';
import { halvesOf, unionOf } from '../../src/clients/javascript/overlay.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { readZone } from '../../src/zone/read-zone.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';

/** On a coarse grid vertices coincide, edges run along each other, and rings touch. */
function star(random: Random, grid: number, vertices: number): Zone {
  const [x, y] = [random.unit() * 0.02, random.unit() * 0.02];
  const onGrid = (degrees: number): number => Math.round(degrees / grid) * grid;
  const ring = Array.from({ length: vertices }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / vertices;
    const reach = 0.02 * (0.3 + 0.7 * random.unit());
    return [onGrid(11 + x + reach * Math.cos(angle)), onGrid(57 + y + reach * Math.sin(angle))];
  });
  return [[[...ring, ring[0]]]];
}

const faultsOf = (zone: Zone): string[] =>
  zone.flatMap((coordinates) => {
    const read = readZone(JSON.stringify({ type: 'Polygon', coordinates }));
    return read.ok || read.failure.kind !== 'bad-request' ? [] : [read.failure.message];
  });

describe.each([1, Date.now() % 1e9])('random polygons (seed %i)', (seed) => {
  test.each([1e-6, 0.002, 0.005])(
    'have the union of polyclip-ts, in valid parts, on a grid of %d°',
    (grid) => {
      const random = new Random(seed);
      for (let run = 0; run < 12; run++) {
        const zones = Array.from({ length: 4 }, () => star(random, grid, random.integer(4, 24)));
        const together = unionOf(...zones);
        const [first, ...others] = zones as unknown as Geom[];
        const expected = areaOfZone_m2(union(first, ...others) as unknown as Zone);
        expect(areaOfZone_m2(together) / expected).toBeCloseTo(1, 4);
        expect(faultsOf(together)).toEqual([]);
        const halves = halvesOf(together);
        const areas = halves.map(areaOfZone_m2);
        expect((areas[0] + areas[1]) / areaOfZone_m2(together)).toBeCloseTo(1, 4);
        expect(sharedArea_m2(...halves)).toBeLessThan(1);
        expect(faultsOf(halves.flat())).toEqual([]);
      }
    },
  );
});

test('a hole that touches its shell, and polygons that touch at a point, stay apart', () => {
  const box = (west: number, south: number, east: number, north: number): Zone[number] => [
    [[west, south], [east, south], [east, north], [west, north], [west, south]],
  ]; // biome-ignore format: a box
  const frame = unionOf([box(0, 0, 3, 1), box(0, 2, 3, 3), box(0, 0, 1, 3), box(2, 0, 3, 3)]);
  expect(frame.map((polygon) => polygon.length)).toEqual([2]);
  expect(unionOf([box(0, 0, 1, 1), box(1, 1, 2, 2)])).toHaveLength(2);
  const touching = unionOf([box(0, 0, 2, 1), box(0, 0, 1, 2), box(1, 2, 3, 3), box(2, 0, 3, 3)]);
  expect(touching.map((polygon) => polygon.length)).toEqual([2]);
  expect(faultsOf(touching)).toEqual([]);
});

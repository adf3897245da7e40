/** Figures of shapes, against those of their rectangles. */
import { expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { footprintShapes } from '../../tiles-builder/living/footprint-shape.ts';
import { footprintsOf } from './footprints-of.ts';

const LAT = 60;

/** Metres from a place at 60° north, turned around its first vertex. */
function rectangle(east_m: number, north_m: number, length_m: number, breadth_m: number, turn_deg = 0): Ring {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((turn_deg * Math.PI) / 180));
  const vertices = [[0, 0], [length_m, 0], [length_m, breadth_m], [0, breadth_m], [0, 0]]; // biome-ignore format: a line
  return vertices.map(([x, y]): Position => {
    const [right, up] = [east_m + x * cos - y * sin, north_m + x * sin + y * cos];
    return [10 + right / (METRES_PER_DEGREE * Math.cos((LAT * Math.PI) / 180)), LAT + up / METRES_PER_DEGREE];
  });
}

const lats = (count: number): Float64Array => new Float64Array(count).fill(LAT);

test('an area leaves courtyards out, and a width is twice the area by the length of all outlines', () => {
  const zones: Zone[] = [
    [[rectangle(0, 0, 30, 10)]],
    [[rectangle(0, 0, 30, 10, 33)]],
    [[rectangle(0, 0, 40, 30), rectangle(10, 10, 20, 10)]],
    [[rectangle(0, 0, 20, 10).toReversed()], [rectangle(50, 20, 10, 10, 45), rectangle(50, 22, 2, 2)]],
  ];
  const { area_m2, width_m } = footprintShapes(footprintsOf(...zones), lats(4));
  const [areas_m2, outlines_m] = [
    [300, 300, 1_000, 296],
    [80, 80, 200, 60 + 40 + 8],
  ];
  for (const [i, area] of areas_m2.entries()) {
    expect(area_m2[i] / area).toBeCloseTo(1, 3);
    expect(width_m[i] / ((2 * area) / outlines_m[i])).toBeCloseTo(1, 3);
  }
});

/** Figures of shapes, against those of their rectangles. */
import { expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { elongationOf, footprintShapes } from '../../tiles-builder/living/footprint-shape.ts';
import { shapeFeatures } from '../../tiles-builder/living/shape-features.ts';
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

test('what has no vertices apart has no area, and no width', () => {
  const point: Position = [10, LAT];
  const { area_m2, width_m } = footprintShapes(footprintsOf([[[point, point, point, point]]]), lats(1));
  expect([area_m2[0], width_m[0]]).toEqual([0, 0]);
});

test.each([0, 20, 90, 135, 260])(
  'how long a shape is for its breadth does not depend on its turn of %d°',
  (turn) => {
    const zones: Zone[] = [
      [[rectangle(0, 0, 30, 10, turn)]],
      [[rectangle(0, 0, 12, 12, turn)]],
      // The largest ring counts.
      [[rectangle(500, 0, 5, 2, turn)], [rectangle(0, 0, 50, 10, turn), rectangle(3, 3, 2, 1, turn)]],
    ];
    const footprints = footprintsOf(...zones);
    for (const [i, elongation] of [3, 1, 5].entries())
      expect(elongationOf(footprints, i, LAT) / elongation).toBeCloseTo(1, 2);
  },
);

test('a shape with a bend is as long as the smallest rectangle around it', () => {
  const [x, y] = [0, 1].map((axis) => rectangle(0, 0, 1, 1)[2][axis] - rectangle(0, 0, 1, 1)[0][axis]);
  const vertices = [[0, 0], [40, 0], [40, 20], [30, 20], [30, 10], [0, 10], [0, 0]]; // biome-ignore format: a line
  const bent: Zone = [[vertices.map(([east, north]): Position => [10 + east * x, LAT + north * y])]];
  expect(elongationOf(footprintsOf(bent), 0, LAT)).toBeCloseTo(2, 2);
});

test.each([1, 2, 3, 4, 868972418, Date.now() % 1e9])(
  'the rectangle is the smallest of all turns (seed %i)',
  (seed) => {
    const random = new Random(seed);
    const vertices = [0, 72, 144, 216, 288].map((degrees) => {
      const [angle, length_m] = [(degrees * Math.PI) / 180, random.between(10, 60)];
      return [length_m * Math.cos(angle), length_m * Math.sin(angle)];
    });
    const rectangles: { readonly m2: number; readonly elongation: number }[] = [];
    for (let turn = 0; turn < Math.PI / 2; turn += 1e-4) {
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      const [x, y] = [
        vertices.map(([a, b]) => a * cos + b * sin),
        vertices.map(([a, b]) => b * cos - a * sin),
      ];
      const [along, across] = [x, y].map((reach) => Math.max(...reach) - Math.min(...reach));
      const elongation = Math.max(along, across) / Math.min(along, across);
      rectangles.push({ m2: along * across, elongation });
    }
    const smallest_m2 = Math.min(...rectangles.map(({ m2 }) => m2));
    // Coordinates are rounded: rectangles of nearly the least area may change places.
    const smallest = rectangles.filter(({ m2 }) => m2 <= 1.0001 * smallest_m2);
    const [right, up] = rectangle(0, 0, 1, 1)[2].map((degrees, axis) => degrees - [10, LAT][axis]);
    const shell = [...vertices, vertices[0]].map(([x, y]): Position => [10 + x * right, LAT + y * up]);
    for (const ring of [shell, shell.toReversed()]) {
      const found = elongationOf(footprintsOf([[ring]]), 0, LAT);
      expect(Math.min(...smallest.map(({ elongation }) => Math.abs(found / elongation - 1)))).toBeLessThan(
        0.005,
      );
    }
  },
);

function shapeOf(area_m2: number, elongation: number, annexe = 0): { villa: number; slab: number } {
  const breadth_m = Math.sqrt(area_m2 / elongation);
  const length_m = breadth_m * elongation;
  const shell = rectangle(0, 0, length_m, breadth_m);
  const beside = (annexe * length_m) / (1 - annexe);
  const footprints = footprintsOf([[shell]], [[rectangle(-beside, 0, beside || 1, breadth_m)]]);
  const areas_m2 = footprintShapes(footprints, lats(2)).area_m2;
  areas_m2[0] = area_m2;
  const { villa, slab } = shapeFeatures(footprints, lats(2), areas_m2, Uint32Array.of(0));
  expect([villa[1], slab[1]]).toEqual([0, 0]);
  return { villa: villa[0], slab: slab[0] };
}

test.each([
  [110, 1, 0, 0],
  [Math.sqrt(110 * 250), 1, 0, 0.5],
  [250, 1, 0, 1],
  [Math.sqrt(250 * 600), 1, 0, 0.5],
  [600, 1, 0, 0],
  [900, 1, 0, 0],
  [80, 1, 0, 0],
  [250, 1.5, 0, 1],
  [250, 2, 0, 0.5],
  [250, 2.5, 0, 0],
  [250, 4, 0, 0],
  [250, 1, 0.1, 1],
  [250, 1, 0.25, 0.5],
  [250, 1, 0.4, 0],
  [250, 1, 0.6, 0],
  [250, 2, 0.25, 0.25],
])(
  'a building of %d m², so many times as long as broad (%d), with %d of it in an annexe, is a villa by %d',
  (area_m2, elongation, annexe, villa) => {
    expect(shapeOf(area_m2, elongation, annexe).villa).toBeCloseTo(villa, 2);
  },
);

test.each([
  [199, 3, 0],
  [201, 3, Math.log(3)],
  [5_000, 5.9, Math.log(5.9)],
  [5_000, 9, Math.log(6)],
  [5_000, 1, 0],
])(
  'a building of %d m², so many times as long as broad (%d), is a slab by %d',
  (area_m2, elongation, slab) => {
    expect(shapeOf(area_m2, elongation).slab).toBeCloseTo(slab, 2);
  },
);

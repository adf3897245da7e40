/** Walk left at each sample, against relaxation. */
import { describe, expect, test } from 'vitest';
import { STEPS_PER_PIXEL } from '../../src/format/road-model.ts';
import { ArrivalRaster } from '../../src/isochrone/arrival-raster.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';

/** Borgefors's best weights for steps across sides and corners. */
const [STRAIGHT, DIAGONAL] = [0.9604, 1.3583].map((weight) => Math.round(weight * STEPS_PER_PIXEL));
const [WIDTH, HEIGHT] = [34, 23];

/** Samples on the rim are closed. */
function walkLeftOf(seeds: readonly (readonly [at: number, steps: number])[]): Float64Array {
  const left = new Float64Array(WIDTH * HEIGHT).fill(-Infinity);
  for (const [at, steps] of seeds) left[at] = steps;
  for (let changes = 1; changes > 0; ) {
    changes = 0;
    for (let row = 1; row < HEIGHT - 1; row++) {
      for (let column = 1; column < WIDTH - 1; column++) {
        const at = row * WIDTH + column;
        const most = Math.max(
          ...NEIGHBOURS.map(([dx, dy]) => arrivingFrom(left, column + dx, row + dy, dx * dy)),
        );
        if (most > left[at]) [left[at], changes] = [most, changes + 1];
      }
    }
  }
  return left;
}

const NEIGHBOURS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

function arrivingFrom(left: Float64Array, x: number, y: number, dxdy: number): number {
  if (x === 0 || y === 0 || x === WIDTH - 1 || y === HEIGHT - 1) return -Infinity;
  return left[y * WIDTH + x] - (dxdy === 0 ? STRAIGHT : DIAGONAL);
}

describe.each([1, Date.now() % 1e9])('a raster (seed %i)', (seed) => {
  test.each([1, 3, 25])('has the remaining walk from %i samples, and is closed around', (count) => {
    const random = new Random(seed + count);
    const raster = new ArrivalRaster(100, 200, WIDTH, HEIGHT);
    const seeds = Array.from({ length: count }, () => {
      const at = random.integer(1, HEIGHT - 2) * WIDTH + random.integer(1, WIDTH - 2);
      return [at, random.integer(0, random.chance(0.3) ? 40 * STRAIGHT : 5 * STRAIGHT)] as const;
    }).sort(([, a], [, b]) => a - b);
    for (const [at, steps] of seeds) raster.walkLeft[at] = steps;
    const expected = walkLeftOf(seeds);
    raster.spread();
    for (let row = 0; row < HEIGHT; row++) {
      let [first, last] = [Infinity, -Infinity];
      for (let column = 0; column < WIDTH; column++) {
        const at = row * WIDTH + column;
        const isRim = row === 0 || column === 0 || row === HEIGHT - 1 || column === WIDTH - 1;
        if (isRim) expect(raster.walkLeft[at]).toBe(-STRAIGHT);
        else if (expected[at] >= 0) {
          expect(raster.walkLeft[at]).toBe(expected[at]);
          [first, last] = [Math.min(first, column), Math.max(last, column)];
        } else expect(raster.walkLeft[at]).toBeLessThan(0);
      }
      if (first <= last) expect([raster.firstInside[row], raster.lastInside[row]]).toEqual([first, last]);
      else expect(raster.firstInside[row]).toBeGreaterThan(raster.lastInside[row] - 1);
    }
  });
});

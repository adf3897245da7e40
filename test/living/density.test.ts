import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { type Amounts, type Blur, densityAround } from '../../tiles-builder/living/density.ts';
import { PLANE_REACH_M } from '../../tiles-builder/partitions/partition-plane.ts';

const BLUR: Blur = { cell_m: 25, deviation_m: 200, reach_cells: 24 };

function drawn(random: Random, count: number, half_m: number): Amounts {
  const values = (low: number, high: number): Float64Array =>
    Float64Array.from({ length: count }, () => random.between(low, high));
  return { x_m: values(-half_m, half_m), y_m: values(-half_m, half_m), amount: values(0, 100) };
}

/** By its definition. */
function plainDensity({ x_m, y_m, amount }: Amounts, x: number, y: number): number {
  const { cell_m, deviation_m, reach_cells } = BLUR;
  const weight = (cells: number): number => Math.exp(-0.5 * ((cells * cell_m) / deviation_m) ** 2);
  let whole = 0;
  for (let cells = -reach_cells; cells <= reach_cells; cells++) whole += weight(cells);
  const away = (a: number, b: number): number => Math.floor(a / cell_m) - Math.floor(b / cell_m);
  let density = 0;
  for (const [i, own] of amount.entries()) {
    const [columns, rows] = [away(x_m[i], x), away(y_m[i], y)];
    if (Math.max(Math.abs(columns), Math.abs(rows)) > reach_cells) continue;
    density += (own * weight(columns) * weight(rows)) / (whole * cell_m) ** 2;
  }
  return density;
}

test.each([Date.now() % 1e9])('follows its definition, within its reach and beyond (seed %i)', (seed) => {
  const random = new Random(seed);
  for (const [count, half_m] of [
    [300, 1_000],
    [5, 3_000],
    [1, 10],
    [0, 10],
  ] as const) {
    const amounts = drawn(random, count, half_m);
    const places = drawn(random, 200, half_m + 1_000);
    const found = densityAround(amounts, BLUR, places);
    for (const [i, density] of found.entries()) {
      const expected = plainDensity(amounts, places.x_m[i], places.y_m[i]);
      expect(Math.abs(density - expected)).toBeLessThanOrEqual(1e-5 * expected);
    }
  }
});

test('amounts beyond the reach of the plane do not count, however far they are', () => {
  const random = new Random(1);
  const near = drawn(random, 50, 500);
  const places = drawn(random, 50, 500);
  const withFar = (far_m: number): Amounts => ({
    x_m: Float64Array.of(far_m, ...near.x_m),
    y_m: Float64Array.of(-far_m, ...near.y_m),
    amount: Float64Array.of(1, ...near.amount),
  });
  const alone = densityAround(near, BLUR, places);
  expect(densityAround(withFar(PLANE_REACH_M + 1), BLUR, places)).toEqual(alone);
  expect(densityAround(withFar(1e12), BLUR, places)).toEqual(alone);
});

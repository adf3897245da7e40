import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { percentageErrors } from '../../tiles-builder/evaluate/living.ts';
import { lineOf, ratioOf } from '../../tiles-builder/evaluate/shifted-units.ts';

const given = (mean: number, standard_error: number | null = null) => ({ mean, standard_error });
const evaluation = {
  ...{ unit_m: 2_000, shifts: 4, to_better: given(0.976, 0.0123), learnt_share: 0.7 },
  rmse: { footprint: given(862, 8), simple: given(808), livingcount: given(789, 4.56) },
  percent: { mean: 31.26, median: 18 },
  strata: [],
};

test('a line says how far shifts differ, and where too few units remain for figures', () => {
  expect(lineOf({ ...evaluation, units: 50 })).toBe(
    '2000 m, 4 shifts, 50 units: RMSE footprint 862.0 ± 8.0, simple 808.0, livingcount 789.0 ± 4.6; ' +
      '0.976 ± 0.012 of the better simple one; ' +
      'errors of squares 31.3 % in the mean (MAPE), 18.0 % in the median; weights learnt by 70 %',
  );
  expect(lineOf({ ...evaluation, units: 49.75 })).toContain(' 50 units: RMSE');
  expect(lineOf({ ...evaluation, units: 49.25 })).toContain(
    ' 49 units (fewer than 50, which tell little): RMSE',
  );
});

test('percentage errors leave out squares with nobody', () => {
  const percent = percentageErrors([110, 50, 3, 4, 20], [100, 100, 0, 5, 10]);
  expect(percent.mean).toBeCloseTo((10 + 50 + 20 + 100) / 4, 9);
  expect(percent.median).toBe(50);
  expect(percentageErrors([110, 50, 3, 5], [100, 100, 0, 5]).median).toBe(10);
});

test('the standard error of a mean and of a ratio is the deviation of many draws', () => {
  const random = new Random(1);
  const normal = (): number =>
    Array.from({ length: 12 }, () => random.between(-0.5, 0.5)).reduce((a, b) => a + b);
  const draws = Array.from({ length: 2_000 }, () => {
    const by = Array.from({ length: 8 }, () => 100 + 10 * normal());
    const values = by.map((own) => 0.6 * own + 2 * normal());
    return { ratio: ratioOf(values, by), mean: ratioOf(by) };
  });
  for (const of of ['ratio', 'mean'] as const) {
    const drawn = draws.map((draw) => draw[of]);
    const mean = drawn.reduce((sum, own) => sum + own.mean, 0) / drawn.length;
    const variance = drawn.reduce((sum, own) => sum + (own.mean - mean) ** 2, 0) / drawn.length;
    const said = drawn.reduce((sum, own) => sum + own.standard_error! ** 2, 0) / drawn.length;
    expect(said / variance).toBeGreaterThan(0.85);
    expect(said / variance).toBeLessThan(1.15);
  }
  expect(ratioOf([3]).standard_error).toBeNull();
});

import { expect, test } from 'vitest';
import { lineOf } from '../../tiles-builder/evaluate/shifted-units.ts';

const evaluation = {
  ...{ unit_m: 2_000, shifts: 4, to_better: 0.976, learnt_share: 0.7 },
  rmse: { areal: 900, footprint: 862, simple: 808, livingcount: 789 },
  strata: [],
};

test('a line says where too few units remain for figures', () => {
  expect(lineOf({ ...evaluation, units: 50 })).toBe(
    '2000 m, 4 shifts, 50 units: RMSE areal 900.0, footprint 862.0, simple 808.0, livingcount 789.0; ' +
      '0.976 of the better simple one; weights learnt by 70 %',
  );
  expect(lineOf({ ...evaluation, units: 49.75 })).toContain(' 50 units: RMSE');
  expect(lineOf({ ...evaluation, units: 49.25 })).toContain(
    ' 49 units (fewer than 50, which tell little): RMSE',
  );
});

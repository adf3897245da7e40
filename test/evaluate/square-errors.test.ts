import { expect, test } from 'vitest';
import { squareErrors } from '../../tiles-builder/evaluate/square-errors.ts';

test('errors of squares; those with fewer than 20 people are left out of the MAPE', () => {
  expect(squareErrors([30, 10, 16, 0], [20, 40, 19, 1])).toEqual({
    mae: expect.closeTo((10 + 30 + 3 + 1) / 4, 12),
    rmse: expect.closeTo(Math.sqrt((100 + 900 + 9 + 1) / 4), 12),
    mape: expect.closeTo((0.5 + 0.75) / 2, 12),
  });
  expect(squareErrors([3], [19]).mape).toBeNull();
});

/** Errors of counts by square: RMSE, MAE, MAPE. */

/** True people below which relative errors say little. */
const MAPE_FROM_PEOPLE = 20;

export interface SquareErrors {
  /** Mean of |count - truth| / truth over squares of at least 20 people. */
  readonly mape: number | null;
  /** Persons. */
  readonly rmse: number;
  /** Persons. */
  readonly mae: number;
}

export function squareErrors(counts: readonly number[], truth: readonly number[]): SquareErrors {
  const errors = counts.map((count, i) => count - truth[i]);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const relative = errors.flatMap((error, i) =>
    truth[i] >= MAPE_FROM_PEOPLE ? [Math.abs(error) / truth[i]] : [],
  );
  return {
    mape: relative.length > 0 ? mean(relative) : null,
    rmse: Math.sqrt(mean(errors.map((error) => error ** 2))),
    mae: mean(errors.map(Math.abs)),
  };
}

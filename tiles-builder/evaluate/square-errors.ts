/** How far counts of squares are off. */

/** Squares with fewer true inhabitants are left out of the MAPE: of almost nobody any count is far off. */
const MAPE_FROM_PEOPLE = 20;

export interface SquareErrors {
  /** Mean of |count - truth| / truth over the squares with at least 20 true inhabitants; `null` where there is none. */
  readonly mape: number | null;
  /** Root of the mean squared error, persons. */
  readonly rmse: number;
  /** Mean absolute error, persons. */
  readonly mae: number;
}

/** @param truth true inhabitants, as many as `counts` and at least one */
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

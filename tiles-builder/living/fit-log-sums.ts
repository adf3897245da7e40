/**
 * Fits a log-linear model of parts to known sums of groups, where a part counts exp(offset + features · coefficients). It finds
 * the maximum a posteriori by Gauss-Newton with Student's t weights (Lange, Little, Taylor: Robust statistical modeling using
 * the t distribution, 1989).
 */

export interface LogSumParts {
  /** Group of each part, -1 for none. */
  readonly group: Int32Array;
  readonly offset: Float64Array;
  /** Features, row-major by part. */
  readonly features: Float32Array;
}

export interface KnownSum {
  readonly group: number;
  /** Known sum, above 0. */
  readonly sum: number;
  /** Variance of the logarithm of the sum. */
  readonly variance: number;
}

export interface NormalPrior {
  readonly mean: number;
  readonly deviation: number;
}

const MAX_STEPS = 40;
const MAX_HALVINGS = 12;
const DEGREES_OF_FREEDOM = 4;
/** A smaller gain of log posterior ends the fit: half the cost of a coefficient off by 1 % of its deviation. */
const SMALL_GAIN = 1e-4;

/** @throws Error if no step improves the fit, as for values that are no numbers */
export function fitLogSums(
  parts: LogSumParts,
  sums: readonly KnownSum[],
  priors: readonly NormalPrior[],
): number[] {
  let current = priors.map(({ mean }) => mean);
  if (sums.length === 0) return current;
  const groups = sums.reduce((most, { group }) => Math.max(most, group), 0) + 1;
  let state = linearise(parts, sums, groups, current, priors);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { direction, predicted } = gaussNewtonStep(state, sums, current, priors);
    let scale = 1;
    let gain = 0;
    for (let halving = 0; halving < MAX_HALVINGS; halving++, scale /= 2) {
      const next = current.map((value, k) => value + scale * direction[k]);
      const nextState = linearise(parts, sums, groups, next, priors);
      gain = state.loss - nextState.loss;
      if (gain > 0) {
        current = next;
        state = nextState;
        break;
      }
    }
    if (!(gain > 0) && !(predicted < SMALL_GAIN)) {
      throw new Error(
        `no step of ${direction} from ${current} fits ${sums.length} sums better than ${state.loss}`,
      );
    }
    if (!(gain >= SMALL_GAIN)) break;
  }
  return current;
}

interface Linearisation {
  /** Observed logarithms minus modelled ones. */
  readonly residuals: Float64Array;
  readonly jacobian: readonly Float64Array[];
  readonly loss: number;
}

function linearise(
  { group, offset, features }: LogSumParts,
  sums: readonly KnownSum[],
  groups: number,
  coefficients: readonly number[],
  priors: readonly NormalPrior[],
): Linearisation {
  const size = coefficients.length;
  const totals = new Float64Array(groups);
  const weighted = Array.from({ length: groups }, () => new Float64Array(size));
  for (let part = 0; part < group.length; part++) {
    const own = group[part];
    if (own < 0 || own >= groups) continue;
    let log = offset[part];
    for (let k = 0; k < size; k++) log += features[part * size + k] * coefficients[k];
    const value = Math.exp(log);
    totals[own] += value;
    const row = weighted[own];
    for (let k = 0; k < size; k++) row[k] += value * features[part * size + k];
  }
  let loss = 0;
  for (let k = 0; k < size; k++) {
    const { mean, deviation } = priors[k];
    loss += ((coefficients[k] - mean) / deviation) ** 2 / 2;
  }
  const residuals = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i++) {
    const { group: own, sum, variance } = sums[i];
    const residual = Math.log(sum) - Math.log(totals[own]);
    loss += ((DEGREES_OF_FREEDOM + 1) / 2) * Math.log1p(residual ** 2 / (DEGREES_OF_FREEDOM * variance));
    residuals[i] = residual;
  }
  const jacobian = sums.map(({ group: own }) => weighted[own].map((value) => value / totals[own]));
  return { residuals, jacobian, loss };
}

interface Step {
  readonly direction: readonly number[];
  /** Predicted decrease of the loss. */
  readonly predicted: number;
}

function gaussNewtonStep(
  { residuals, jacobian }: Linearisation,
  sums: readonly KnownSum[],
  coefficients: readonly number[],
  priors: readonly NormalPrior[],
): Step {
  const size = coefficients.length;
  const matrix = priors.map(({ deviation }, k) => {
    const row = new Float64Array(size);
    row[k] = 1 / deviation ** 2;
    return row;
  });
  const right = priors.map(({ mean, deviation }, k) => (mean - coefficients[k]) / deviation ** 2);
  for (const [i, { variance }] of sums.entries()) {
    const residual = residuals[i];
    const weight = (DEGREES_OF_FREEDOM + 1) / (DEGREES_OF_FREEDOM * variance + residual ** 2);
    const row = jacobian[i];
    for (let k = 0; k < size; k++) {
      right[k] += weight * row[k] * residual;
      for (let l = 0; l < size; l++) matrix[k][l] += weight * row[k] * row[l];
    }
  }
  const uphill = [...right];
  const direction = solvePositiveDefinite(matrix, right);
  const predicted = direction.reduce((sum, change, k) => sum + change * uphill[k], 0) / 2;
  return { direction, predicted };
}

/** Solves linear equations by Gaussian elimination without pivoting, in place. */
export function solvePositiveDefinite(matrix: Float64Array[], right: number[]): number[] {
  const size = right.length;
  for (let k = 0; k < size; k++) {
    for (let i = k + 1; i < size; i++) {
      const factor = matrix[i][k] / matrix[k][k];
      for (let j = k; j < size; j++) matrix[i][j] -= factor * matrix[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = k + 1; j < size; j++) right[k] -= matrix[k][j] * right[j];
    right[k] /= matrix[k][k];
  }
  return right;
}

/** Linear discriminant analysis (Fisher 1936) with a ridge, on the most discriminating features. */
import { solvePositiveDefinite } from '../../tiles-builder/living/fit-log-sums.ts';

const FEATURES = 6;
/** Share of pooled variance added to the diagonal (Friedman, Regularized discriminant analysis, 1989). */
const RIDGE = 0.2;

type Sample = readonly number[];

/**
 * @param negative at least two samples of equal length
 * @param always feature in use
 * @returns score, above 0 for the positive class
 */
export function trainDiscriminant(
  negative: readonly Sample[],
  positive: readonly Sample[],
  always: number,
): (sample: Sample) => number {
  const both = [negative, positive];
  const t = Array.from({ length: negative[0].length }, (_, feature) => {
    const [low, high] = both.map((samples) => momentsOf(samples.map((sample) => sample[feature])));
    const variance = low.variance + high.variance;
    return high.mean === low.mean ? 0 : Math.abs(high.mean - low.mean) / Math.sqrt(variance || 1e-12);
  });
  const best = [...t.keys()]
    .filter((feature) => feature !== always && t[feature] > 0)
    .sort((a, b) => t[b] - t[a]);
  const features = [always, ...best.slice(0, FEATURES - 1)];
  const [low, high] = both.map((samples) =>
    features.map((feature) => momentsOf(samples.map((sample) => sample[feature])).mean),
  );
  const covariance = features.map((a, i) =>
    features.map((b, j) => {
      const sum = both
        .map((samples, side) => {
          const means = side === 0 ? low : high;
          return samples.reduce((sum, sample) => sum + (sample[a] - means[i]) * (sample[b] - means[j]), 0);
        })
        .reduce((sum, own) => sum + own, 0);
      return sum / (negative.length + positive.length - 2);
    }),
  );
  const ridged = covariance.map((row, i) =>
    Float64Array.from(row, (value, j) => (i === j ? value * (1 + RIDGE) + 1e-9 : value)),
  );
  const direction = solvePositiveDefinite(
    ridged,
    high.map((mean, i) => mean - low[i]),
  );
  const middle = high.map((mean, i) => (mean + low[i]) / 2);
  return (sample) =>
    features.reduce((sum, feature, i) => sum + direction[i] * (sample[feature] - middle[i]), 0);
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    mean,
    variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  };
}

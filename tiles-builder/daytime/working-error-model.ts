/** Makes the error model of working counts: score intervals (Wilson 1927) by the variance that is learnt from the panel. */
import { type ErrorModel, INTERVAL_DEVIATIONS } from '../../src/format/error-model.ts';
import type { VarianceOf } from './learn-variance.ts';
import { ERRORS } from './parameters.ts';

const STEP = 1.3;
const FIRST_PEOPLE = 10;

/**
 * A count of T has the variance v T (1 - T / total) + r T: the census tells the total before rounding.
 * @param varianceOf v
 * @param rounding r
 */
export const workingErrorModel = (varianceOf: VarianceOf, total: number, rounding: number): ErrorModel =>
  scoreErrorModel(varianceOf, total, { total, rounding, share: ERRORS.share });

export interface ScoreLimits {
  /** People of the dataset if their number is certain, else Infinity. */
  readonly total: number;
  /** Variance of rounding, divided by the count. */
  readonly rounding: number;
  /** Standard deviation as a share of the count, at most {@link GREATEST_SHARE}. */
  readonly share: number;
}

/** Beyond this share of the total there is no upper bound. */
export const GREATEST_SHARE = 0.55;

/**
 * `high` never falls as people rise.
 * @param largest count with a range
 */
export function scoreErrorModel(varianceOf: VarianceOf, largest: number, limits: ScoreLimits): ErrorModel {
  const knots: ErrorModel['knots'] = [];
  const add = (people: number, v: number): void => {
    const { low, high } = scoreInterval(people, v, limits);
    knots.push({ people, low, high: Math.max(high, knots.at(-1)?.high ?? 0) });
  };
  add(0, varianceOf(0));
  const last = Math.max(FIRST_PEOPLE, Math.round(largest));
  for (let people = FIRST_PEOPLE; Math.round(people) < last; people *= STEP) {
    add(Math.round(people), varianceOf(people));
  }
  add(last, varianceOf(last));
  return { knots };
}

/** Solves (people - T)² = z² (v T max(0, 1 - T / total) + r T + (share T)²) for T. */
function scoreInterval(people: number, v: number, limits: ScoreLimits): { low: number; high: number } {
  const { low, high } = rootsOf(people, v, limits);
  return { low: Math.max(0, low), high: Math.max(high, rootsOf(people, 0, limits).high) };
}

function rootsOf(people: number, v: number, { total, rounding, share }: ScoreLimits) {
  const z2 = INTERVAL_DEVIATIONS ** 2;
  const a = 1 + (z2 * v) / Math.max(total, 1) - z2 * share ** 2;
  const b = people + (z2 * (v + rounding)) / 2;
  const root = Math.sqrt(Math.max(0, b * b - a * people * people));
  return { low: (b - root) / a, high: (b + root) / a };
}

/** Intervals of working counts: score intervals (Wilson 1927) by the variance learnt from the panel. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { VarianceOf } from './learn-variance.ts';
import { ERRORS } from './parameters.ts';

/** Standard deviations of a two-sided 90 % interval of a normal variable. */
export const DEVIATIONS = 1.645;
/** Ratio of successive knots. */
const STEP = 1.3;
const FIRST_PEOPLE = 10;

/**
 * A count of T people has the variance v T (1 - T / total), as the total is known from the census. A score interval is right for
 * few persons too, and a count of 0 has one.
 * @param varianceOf the v of a count
 * @param total people in the whole dataset
 */
export const workingErrorModel = (varianceOf: VarianceOf, total: number): ErrorModel =>
  scoreErrorModel(varianceOf, total, { total, share: ERRORS.share });

export interface ScoreLimits {
  /** People of the whole dataset if known for certain, else Infinity. */
  readonly total: number;
  /** Standard deviation in proportion to the count, at most {@link GREATEST_SHARE}. */
  readonly share: number;
}

/** A greater share gives no upper bound. */
export const GREATEST_SHARE = 0.55;

/** @param largest the largest count that ranges are given for */
export function scoreErrorModel(varianceOf: VarianceOf, largest: number, limits: ScoreLimits): ErrorModel {
  const knots = [knotAt(0, varianceOf(0), limits)];
  const last = Math.max(FIRST_PEOPLE, Math.round(largest));
  for (let people = FIRST_PEOPLE; Math.round(people) < last; people *= STEP) {
    knots.push(knotAt(Math.round(people), varianceOf(people), limits));
  }
  knots.push(knotAt(last, varianceOf(last), limits));
  return { knots };
}

/** The T with (people - T)² = z² (v T (1 - T / total) + (share T)²), a quadratic equation in T. */
function knotAt(people: number, v: number, { total, share }: ScoreLimits): ErrorModel['knots'][number] {
  const z2 = DEVIATIONS ** 2;
  const a = 1 + (z2 * v) / Math.max(total, 1) - z2 * share ** 2;
  const b = people + (z2 * v) / 2;
  const root = Math.sqrt(Math.max(0, b * b - a * people * people));
  return { people, low: Math.max(0, (b - root) / a), high: (b + root) / a };
}

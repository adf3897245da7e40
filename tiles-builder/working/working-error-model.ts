/** Score intervals (Wilson 1927) of working counts, by variance learnt from the panel. */
import { type ErrorModel, INTERVAL_DEVIATIONS } from '../../src/format/error-model.ts';
import type { VarianceOf } from './learn-variance.ts';
import { ERRORS } from './parameters.ts';

const STEP = 1.3;
const FIRST_PEOPLE = 10;

/**
 * A count of T has the variance v T (1 - T / total): the census tells the total. Score intervals suit few persons, and 0, too.
 * @param varianceOf v
 * @param total people of the dataset
 */
export const workingErrorModel = (varianceOf: VarianceOf, total: number): ErrorModel =>
  scoreErrorModel(varianceOf, total, { total, share: ERRORS.share });

export interface ScoreLimits {
  /** People of the dataset if certain, else Infinity. */
  readonly total: number;
  /** Standard deviation as a share of the count, at most {@link GREATEST_SHARE}. */
  readonly share: number;
}

/** Beyond it there is no upper bound. */
export const GREATEST_SHARE = 0.55;

/** @param largest count with a range */
export function scoreErrorModel(varianceOf: VarianceOf, largest: number, limits: ScoreLimits): ErrorModel {
  const knots = [knotAt(0, varianceOf(0), limits)];
  const last = Math.max(FIRST_PEOPLE, Math.round(largest));
  for (let people = FIRST_PEOPLE; Math.round(people) < last; people *= STEP) {
    knots.push(knotAt(Math.round(people), varianceOf(people), limits));
  }
  knots.push(knotAt(last, varianceOf(last), limits));
  return { knots };
}

/** Solves (people - T)² = z² (v T (1 - T / total) + (share T)²) for T. */
function knotAt(people: number, v: number, { total, share }: ScoreLimits): ErrorModel['knots'][number] {
  const z2 = INTERVAL_DEVIATIONS ** 2;
  const a = 1 + (z2 * v) / Math.max(total, 1) - z2 * share ** 2;
  const b = people + (z2 * v) / 2;
  const root = Math.sqrt(Math.max(0, b * b - a * people * people));
  return { people, low: Math.max(0, (b - root) / a), high: (b + root) / a };
}

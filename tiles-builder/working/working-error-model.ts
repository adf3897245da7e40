/** How far people at usual occupation places may be off, for the draw of the panel and the spreading of groups. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { VarianceOf } from './learn-variance.ts';
import { ERRORS } from './parameters.ts';

/** Nine times out of ten a normal variable is no farther from its mean than so many deviations. */
export const DEVIATIONS = 1.645;
/** Counts of the model, each so much above the one before it. */
const STEP = 1.3;
const FIRST_PEOPLE = 10;

/**
 * A count of T people varies by v T (1 - T / total): by the draw of the panel and by the spreading of groups over their areas.
 * The total itself is known from the census. The range holds every T that the count is not too far from (score interval,
 * Wilson 1927): it is right for few persons too, and a count of 0 has a range.
 * @param varianceOf the v of a count
 * @param total people in the whole dataset
 */
export const workingErrorModel = (varianceOf: VarianceOf, total: number): ErrorModel =>
  scoreErrorModel(varianceOf, total, { total, share: ERRORS.share });

export interface ScoreLimits {
  /** The people of the whole dataset where they are known for certain, else Infinity. */
  readonly total: number;
  /** Deviation that does not grow smaller with the zone's size, as a share of the count: at most {@link GREATEST_SHARE}. */
  readonly share: number;
}

/** With a greater one every number of people is within some deviations of a count. */
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

/** How far people at usual occupation places may be off, for the draw of the panel and the spreading of groups. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { VarianceOf } from './learn-variance.ts';
import { ERRORS } from './parameters.ts';

/** Nine times out of ten a normal variable is no farther from its mean than so many deviations. */
const DEVIATIONS = 1.645;
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
export function workingErrorModel(varianceOf: VarianceOf, total: number): ErrorModel {
  const knots = [knotAt(0, varianceOf(0), total)];
  const last = Math.max(FIRST_PEOPLE, Math.round(total));
  for (let people = FIRST_PEOPLE; Math.round(people) < last; people *= STEP) {
    knots.push(knotAt(Math.round(people), varianceOf(people), total));
  }
  knots.push(knotAt(last, varianceOf(last), total));
  return { knots };
}

/** The T with (people - T)² = z² (v T (1 - T / total) + (share T)²), a quadratic equation in T. */
function knotAt(people: number, v: number, total: number): ErrorModel['knots'][number] {
  const z2 = DEVIATIONS ** 2;
  const a = 1 + (z2 * v) / Math.max(total, 1) - z2 * ERRORS.share ** 2;
  const b = people + (z2 * v) / 2;
  const root = Math.sqrt(Math.max(0, b * b - a * people * people));
  return { people, low: Math.max(0, (b - root) / a), high: (b + root) / a };
}

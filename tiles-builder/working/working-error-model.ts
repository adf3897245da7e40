/** How far people at usual occupation places may be off, for the chance by which the panel was drawn. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import { ERRORS } from './parameters.ts';
import type { WeightsReport } from './weigh-persons.ts';

/** Nine times out of ten a normal variable is no farther from its mean than so many deviations. */
const DEVIATIONS = 1.645;
/** Counts of the model, each so much above the one before it. */
const STEP = 1.3;
const FIRST_PEOPLE = 10;

/**
 * A count of T people varies by v T (1 - T / total). Drawing persons at random who stand for w people each makes w - 1 of v, more
 * where weights differ (Kish: Survey Sampling, 1965); spreading groups over their areas makes the rest. The total itself
 * is known from the census. The range holds every T that the count is not too far from (score interval, Wilson 1927): it
 * is right for few persons too, and a count of 0 has a range.
 * @param total people in the whole dataset
 */
export function workingErrorModel({ mean, design_effect }: WeightsReport, total: number): ErrorModel {
  const v = Math.max(mean - 1, 0) * design_effect + ERRORS.spreading;
  const knots = [knotAt(0, v, total)];
  for (let people = FIRST_PEOPLE; people < total; people *= STEP) {
    knots.push(knotAt(Math.round(people), v, total));
  }
  knots.push(knotAt(Math.max(FIRST_PEOPLE, Math.round(total)), v, total));
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

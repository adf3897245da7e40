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
 * A count of T people rests on about T / v independent persons: each stands for v people, the mean weight times the
 * design effect (Kish: Survey Sampling, 1965), less for the persons seen themselves, more for what grouping smears over
 * neighbours. Its variance is v T (1 - T / total), as the total itself is known from the census. The range holds the T
 * that the count is not too far from (score interval, Wilson 1927): it is right for few persons too, and 0 has a range.
 * @param total people in the whole dataset
 */
export function workingErrorModel({ mean, design_effect }: WeightsReport, total: number): ErrorModel {
  const v = Math.max(mean - 1, 0) * design_effect * ERRORS.grouping;
  const knots = [knotAt(0, v, total)];
  for (let people = FIRST_PEOPLE; people < total; people *= STEP) {
    knots.push(knotAt(Math.round(people), v, total));
  }
  knots.push(knotAt(Math.max(FIRST_PEOPLE, Math.round(total)), v, total));
  return { knots };
}

/** The T with (people - T)² = z² (v T (1 - T / total) + (bias T)²), a quadratic equation in T. */
function knotAt(people: number, v: number, total: number): ErrorModel['knots'][number] {
  const z2 = DEVIATIONS ** 2;
  const a = 1 + (z2 * v) / Math.max(total, 1) - z2 * ERRORS.share ** 2;
  const b = people + (z2 * v) / 2;
  const root = Math.sqrt(Math.max(0, b * b - a * people * people));
  return { people, low: Math.max(0, (b - root) / a), high: (b + root) / a };
}

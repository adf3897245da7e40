/**
 * Defines schemas of the error models from which intervals of counts are computed: a table of intervals by count or, for
 * `living`, the error of a cut census unit. They are estimated from known populations.
 */
import * as v from 'valibot';

/** A normal variable's two-sided 90 % interval has this half width in standard deviations. */
export const INTERVAL_DEVIATIONS = 1.645;

const persons = v.pipe(v.number(), v.minValue(0));

const knotSchema = v.object({
  people: persons,
  /** The 90 % interval includes both bounds. */
  low: persons,
  high: persons,
});

export const errorModelSchema = v.object({
  knots: v.pipe(
    v.array(knotSchema),
    v.minLength(2),
    v.check(
      (knots) =>
        knots[0]?.people === 0 &&
        knots.every(({ people, low, high }, i) => low <= high && (i === 0 || people > knots[i - 1].people)),
      'counts ascend from 0, and no range ends before it begins',
    ),
  ),
});
export type ErrorModel = v.InferOutput<typeof errorModelSchema>;

export const livingErrorModelSchema = v.object({
  /** The average person lives in a unit of this many people: Σp² / Σp over units with p people. */
  usual_people: v.pipe(v.number(), v.gtValue(0)),
  /** A zone with half of a unit of `usual_people` has an interval with this half width, over √(people inside × outside). */
  relative_error: v.pipe(v.number(), v.gtValue(0)),
  /** Published numbers of whole units have this variance per person, from rounding or perturbation. */
  noise_per_person: v.optional(persons),
});
export type LivingErrorModel = v.InferOutput<typeof livingErrorModelSchema>;

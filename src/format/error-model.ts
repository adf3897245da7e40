/**
 * Schemas of error models, estimated from known populations: a table of intervals by count or, for `living`, the error of a cut
 * census unit.
 */
import * as v from 'valibot';

/** Of a normal variable's two-sided 90 % interval. */
export const INTERVAL_DEVIATIONS = 1.645;

const persons = v.pipe(v.number(), v.minValue(0));

const knotSchema = v.object({
  people: persons,
  /** 90 % interval, both bounds included. */
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
  /** Mean unit size over people: Σp² / Σp over units with p people. */
  usual_people: v.pipe(v.number(), v.gtValue(0)),
  /** Half width of the interval of a zone with half of a unit of `usual_people`, over √(people inside × outside). */
  relative_error: v.pipe(v.number(), v.gtValue(0)),
  /** Variance of the published numbers of whole units, from rounding or perturbation, per person. */
  noise_per_person: v.optional(persons),
});
export type LivingErrorModel = v.InferOutput<typeof livingErrorModelSchema>;

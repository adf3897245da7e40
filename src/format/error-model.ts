/** How far counts of a layer are off, as the builder found out by holding counts against what is known. */
import * as v from 'valibot';

const persons = v.pipe(v.number(), v.minValue(0));

const knotSchema = v.object({
  /** A count, persons. */
  people: persons,
  /** The true number lies between these, both included, nine times out of ten. */
  low: persons,
  high: persons,
});

/** Ranges at some counts, by ascending count, from 0 on. */
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

/** How far living counts are off in a zone that cuts census units. */
export const livingErrorModelSchema = v.object({
  /** People of the unit that a person usually lives in: of units with p people, sum of p² by sum of p. */
  usual_people: v.pipe(v.number(), v.gtValue(0)),
  /** Half the range of a zone with half of such a unit, by the square root of its people inside times those outside. */
  relative_error: v.pipe(v.number(), v.gtValue(0)),
});
export type LivingErrorModel = v.InferOutput<typeof livingErrorModelSchema>;

/**
 * Makes the error model of living counts: the error of a cut census unit, calibrated on held-out units, and the noise of
 * published numbers. Of several censuses, the one with the widest intervals counts.
 */
import type { LivingErrorModel } from '../../src/format/error-model.ts';
import type { HeldOutUnit } from './blend-weights.ts';
import { calibratedError } from './calibrate-interval.ts';
import type { CountedCensus } from './census-on-map.ts';

/** Fewer counted units than this say nothing about errors. */
const FEWEST_UNITS = 8;

type CensusWithErrors = Pick<CountedCensus, 'source' | 'isCounted'>;

/**
 * @param heldOut units of each census, predicted by weights learnt elsewhere, in spatial blocks
 * @param noises standard deviation of a unit's published number, by census
 * @returns `null` if all censuses are too small
 */
export function livingErrors(
  censuses: readonly CensusWithErrors[],
  heldOut: readonly (readonly (readonly HeldOutUnit[])[])[],
  noises: readonly (number | undefined)[],
): LivingErrorModel | null {
  const countedUnits = censuses.map(({ isCounted }) => isCounted.reduce((sum, own) => sum + own, 0));
  if (!countedUnits.some((units) => units >= FEWEST_UNITS)) return null;
  const [widest] = [...censuses.keys()]
    .filter((census) => countedUnits[census] > 0)
    .map((census): LivingErrorModel => {
      const usual_people = usualPeople(censuses[census].source.units.people);
      return { usual_people, relative_error: calibratedError(heldOut[census], usual_people) };
    })
    .sort((a, b) => unevennessAtOne(b) - unevennessAtOne(a));
  const noise_per_person = noisePerPerson(censuses, noises);
  return { ...widest, ...(noise_per_person > 0 && { noise_per_person }) };
}

/** Returns the size of the unit in which the average person lives. */
function usualPeople(people: Float64Array): number {
  let [sum, ofSquares] = [0, 0];
  for (const own of people) {
    sum += own;
    ofSquares += own ** 2;
  }
  return sum > 0 ? ofSquares / sum : 0;
}

/** Compares models at equal people. */
const unevennessAtOne = ({ usual_people, relative_error }: LivingErrorModel): number =>
  relative_error ** 2 * Math.sqrt(usual_people);

/** Returns the variance of published numbers per person, in persons, of the census where it is greatest. */
function noisePerPerson(
  censuses: readonly CensusWithErrors[],
  noises: readonly (number | undefined)[],
): number {
  const variances = censuses.map(({ source, isCounted }, i) => {
    const counted = source.units.people.filter((_, unit) => isCounted[unit] === 1);
    const people = counted.reduce((sum, own) => sum + own, 0);
    return people > 0 ? ((noises[i] ?? 0) ** 2 * counted.length) / people : 0;
  });
  return Math.max(...variances);
}

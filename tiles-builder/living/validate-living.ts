/**
 * Estimates error models of living counts: coarsens the census, disaggregates it again, and takes 90 % quantiles of errors
 * in random zones; the local model is calibrated on held-out units.
 */
import type { ErrorModel, LivingErrorModel } from '../../src/format/error-model.ts';
import { Random } from '../base/numbers/random.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { HeldOutUnit } from './blend-weights.ts';
import { calibratedError } from './calibrate-interval.ts';
import { type CountedCensus, expectedUnlisted } from './census-on-map.ts';
import { EXPECTED_PER_PERSON } from './homes.ts';
import { type MergedUnits, mergeUnits } from './merge-units.ts';
import { randomUnion } from './random-unions.ts';

/** In multiples of a usual unit's people. */
export interface ComparedZone {
  readonly predicted: number;
  readonly truth: number;
}

export interface SelfValidation {
  readonly compared: readonly ComparedZone[];
  readonly coarserUnits: number;
  /** Side relative to the census's own. */
  readonly times: number;
}

const TIMES = [2, 3, 4, 5];
const ZONES = 1_000;
const MOST_COARSER_UNITS = 200;
const SEED = 1;

export type ValidatedCensus = Pick<
  CountedCensus,
  'source' | 'counts' | 'isCounted' | 'sums' | 'unlisted' | 'grid'
>;

/** Compact and scattered unions, predicted from units of `times` the side, by weights of all units. */
export function validateOnce(census: ValidatedCensus, times: number): SelfValidation {
  const random = new Random(SEED);
  const merged = mergeUnits(census.source.units, times, census.counts, MOST_COARSER_UNITS);
  if (merged.coarser.length === 0) return { compared: [], coarserUnits: 0, times };
  const predicted = predict(merged, census);
  const usual = usualPeople(merged.coarser.map(({ people }) => people));
  const boxes = merged.units.map(({ outline }) => new PlanarArea(outline).box);
  const compared = Array.from({ length: ZONES }, (): ComparedZone => {
    const zone = randomUnion(boxes, random);
    const share = (of: (unit: number) => number): number =>
      zone.reduce((total, unit) => total + of(unit), 0) / usual;
    return {
      predicted: share((unit) => predicted[unit]),
      truth: share((unit) => merged.units[unit].people),
    };
  });
  return { compared, coarserUnits: merged.coarser.length, times };
}

function predict({ units, coarserOf, coarser }: MergedUnits, census: ValidatedCensus): number[] {
  const expected = units.map(({ number, square }) => {
    if (number !== null) return census.sums.expected[number] / EXPECTED_PER_PERSON;
    return square ? expectedUnlisted(census, square) : 0;
  });
  const area = units.map(({ outline }) => new PlanarArea(outline).area());
  const sumByCoarser = (values: ArrayLike<number>): Float64Array => {
    const sums = new Float64Array(coarser.length);
    for (const [i, own] of coarserOf.entries()) sums[own] += values[i];
    return sums;
  };
  const expectedOf = sumByCoarser(expected);
  const areaOf = sumByCoarser(area);
  return units.map((_, i) => {
    const own = coarserOf[i];
    const share = expectedOf[own] > 0 ? expected[i] / expectedOf[own] : area[i] / areaOf[own];
    return coarser[own].people * share;
  });
}

/** Size of the unit of the average person. */
function usualPeople(people: Float64Array | readonly number[]): number {
  let [sum, ofSquares] = [0, 0];
  for (const own of people) {
    sum += own;
    ofSquares += own ** 2;
  }
  return sum > 0 ? ofSquares / sum : 0;
}

/**
 * In multiples of a usual unit: inside units, errors grow with the root of the people; beyond, only edge units matter, which
 * grow with its root.
 */
function errorScale(predicted: number): number {
  const people = predicted + SMALLEST;
  return people < 1 ? people ** 0.5 : people ** 0.25;
}
/** Somebody may live where nobody is predicted. */
const SMALLEST = 0.002;

const SHARE_WITHIN = 0.9;
/** Prior error of a usual unit, and the number of coarser units that outweighs it. */
const USUAL_ERROR = 0.2;
const USUAL_ERROR_UNITS = 5;
const FEWEST_UNITS = 3;
/** In multiples of a usual unit. */
const KNOTS = Array.from({ length: 33 }, (_, i) => 10 ** (-4 + i / 4));

export interface LivingErrors {
  readonly local: LivingErrorModel;
  /** For clients that do not know cut units. */
  readonly byCount: ErrorModel;
}

/**
 * Of several censuses, takes the errors that make the widest intervals.
 * @param heldOut of each census, predicted by weights learnt elsewhere, in spatial blocks
 * @param noise_per_person see `noisePerPerson`
 * @returns `null` where all censuses are too small
 */
export function livingErrors(
  censuses: readonly ValidatedCensus[],
  heldOut: readonly (readonly (readonly HeldOutUnit[])[])[],
  noise_per_person: number,
): LivingErrors | null {
  const counting = censuses
    .map((census, i) => ({ census, heldOut: heldOut[i], usual: usualPeople(census.source.units.people) }))
    .filter(({ census }) => census.isCounted.includes(1));
  const validated = counting
    .map(({ census, usual }) => ({ usual, validations: validationsOf(census) }))
    .filter(({ validations }) => validations.length > 0)
    .sort((a, b) => b.usual - a.usual);
  if (validated.length === 0) return null;
  const [local] = counting
    .map((own) => ({ usual_people: own.usual, relative_error: calibratedError(own.heldOut, own.usual) }))
    .sort((a, b) => unevennessAtOne(b) - unevennessAtOne(a));
  const noise = noise_per_person > 0 && { noise_per_person };
  return { local: { ...local, ...noise }, byCount: errorsByCount(validated[0]) };
}

const validationsOf = (census: ValidatedCensus): SelfValidation[] =>
  TIMES.map((times) => validateOnce(census, times)).filter(
    ({ coarserUnits }) => coarserUnits >= FEWEST_UNITS,
  );

/** Compares models at equal people. */
const unevennessAtOne = ({ usual_people, relative_error }: LivingErrorModel): number =>
  relative_error ** 2 * Math.sqrt(usual_people);

function errorsByCount({
  usual,
  validations,
}: {
  readonly usual: number;
  readonly validations: readonly SelfValidation[];
}): ErrorModel {
  const relative = relativeError(validations);
  const knots = [0, ...KNOTS].map((predicted) => {
    const error = relative * errorScale(predicted);
    return {
      people: predicted * usual,
      low: Math.max(0, predicted - error) * usual,
      high: (predicted + error) * usual,
    };
  });
  return { knots };
}

/**
 * Variance of published numbers per person, in persons, of the census where it is greatest.
 * @param noises standard deviation of a unit's published number, by census
 */
export function noisePerPerson(
  censuses: readonly Pick<ValidatedCensus, 'source' | 'isCounted'>[],
  noises: readonly (number | undefined)[],
): number {
  const variances = censuses.map(({ source, isCounted }, i) => {
    const counted = source.units.people.filter((_, unit) => isCounted[unit] === 1);
    const people = counted.reduce((sum, own) => sum + own, 0);
    return people > 0 ? ((noises[i] ?? 0) ** 2 * counted.length) / people : 0;
  });
  return Math.max(...variances);
}

/** 90 % quantile, in multiples of the scale. */
export function relativeError(validations: readonly SelfValidation[]): number {
  let logs = USUAL_ERROR_UNITS * Math.log(USUAL_ERROR);
  let weights = USUAL_ERROR_UNITS;
  const most = Math.max(...validations.map(({ coarserUnits }) => coarserUnits));
  const all = validations.reduce((sum, { coarserUnits }) => sum + coarserUnits, 0);
  for (const { compared, coarserUnits } of validations) {
    const errors = compared
      .map(({ predicted, truth }) => Math.abs(truth - predicted) / errorScale(predicted))
      .sort((a, b) => a - b);
    const within = errors[Math.floor(SHARE_WITHIN * errors.length)];
    if (!(within > 0)) continue;
    const weight = (most * coarserUnits) / all;
    logs += weight * Math.log(within);
    weights += weight;
  }
  return Math.exp(logs / weights) * widening(weights);
}

/** Approximates Student's t. */
const widening = (units: number): number => 1 + 1 / units;

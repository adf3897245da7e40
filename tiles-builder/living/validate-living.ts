/**
 * How far living counts are off, found out from the census itself: its units are put together to coarser ones, people are
 * spread from these, and what falls to each finer unit is held against what the census says.
 */
import type { ErrorModel, LivingErrorModel } from '../../src/format/error-model.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { Random } from '../numbers/random.ts';
import type { HeldOutUnit } from './blend-weights.ts';
import { calibratedError } from './calibrate-interval.ts';
import type { CensusOnMap } from './census-on-map.ts';
import { EXPECTED_PER_PERSON } from './homes.ts';
import { type MergedUnits, mergeUnits } from './merge-units.ts';
import { randomUnion } from './random-unions.ts';

/** People predicted and true in some zone, as multiples of the people of a usual unit that they were spread from. */
export interface ComparedZone {
  readonly predicted: number;
  readonly truth: number;
}

export interface SelfValidation {
  readonly compared: readonly ComparedZone[];
  /** How many units people were spread from. */
  readonly spreadFrom: number;
  /** Side of these by that of the census's own. */
  readonly times: number;
}

/** How much coarser a census is made. */
const TIMES = [2, 3, 4, 5];
const ZONES = 1_000;
/** More would take long and tell no more. */
const MOST_COARSER_UNITS = 200;
const SEED = 1;

/** What is known of a census where it counts. */
export type ValidatedCensus = Pick<CensusOnMap, 'source' | 'counts' | 'sums' | 'expectedUnlisted'>;

/**
 * Unions of units, compact and scattered ones, with people predicted from units of `times` the side. What dwellings hold is as
 * learnt from all units: from the few coarser ones far less could be learnt.
 */
export function validateOnce(census: ValidatedCensus, times: number): SelfValidation {
  const random = new Random(SEED);
  const merged = mergeUnits(census.source.units, times, census.counts, MOST_COARSER_UNITS);
  if (merged.coarser.length === 0) return { compared: [], spreadFrom: 0, times };
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
  return { compared, spreadFrom: merged.coarser.length, times };
}

/** People in each unit, spread from the coarser ones. */
function predict({ units, coarserOf, coarser }: MergedUnits, census: ValidatedCensus): number[] {
  const expected = units.map(({ number, square }) => {
    if (number !== null) return census.sums.expected[number] / EXPECTED_PER_PERSON;
    return square ? census.expectedUnlisted(square) : 0;
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

/** People of the unit that a person usually lives in. */
function usualPeople(people: Float64Array | readonly number[]): number {
  let [sum, ofSquares] = [0, 0];
  for (const own of people) {
    sum += own;
    ofSquares += own ** 2;
  }
  return sum > 0 ? ofSquares / sum : 0;
}

/**
 * By what errors grow with a zone's people, both in multiples of a usual unit. Errors of parts of units add up like
 * independent ones, with the root of the people. Of zones of several units only those along the edge are in doubt,
 * whose number grows with the root of all.
 */
function errorScale(predicted: number): number {
  const people = predicted + SMALLEST;
  return people < 1 ? people ** 0.5 : people ** 0.25;
}
/** Where nobody is predicted somebody may live all the same. */
const SMALLEST = 0.002;

const SHARE_WITHIN = 0.9;
/** What is taken for granted of the error of a usual unit's people, and how many coarser units it takes to outweigh it. */
const USUAL_ERROR = 0.2;
const USUAL_ERROR_UNITS = 5;
/** With fewer coarser units nothing is learnt. */
const FEWEST_UNITS = 3;
/** Knots by people in multiples of a usual unit. */
const KNOTS = Array.from({ length: 33 }, (_, i) => 10 ** (-4 + i / 4));

/** What is learnt of a census. */
export interface LivingErrors {
  readonly local: LivingErrorModel;
  /** By the count alone, for those who do not know which units a zone cuts. */
  readonly byCount: ErrorModel;
}

/**
 * @param heldOut units predicted by weights that were learnt elsewhere, in spatial blocks
 * @returns `null` where the census is too small to learn from
 */
export function livingErrors(
  census: ValidatedCensus,
  heldOut: readonly (readonly HeldOutUnit[])[],
): LivingErrors | null {
  const validations = TIMES.map((times) => validateOnce(census, times)).filter(
    ({ spreadFrom }) => spreadFrom >= FEWEST_UNITS,
  );
  if (validations.length === 0) return null;
  const usual = usualPeople(census.source.units.people);
  const relative = relativeError(validations);
  const knots = [0, ...KNOTS].map((predicted) => {
    const error = relative * errorScale(predicted);
    return {
      people: predicted * usual,
      low: Math.max(0, predicted - error) * usual,
      high: (predicted + error) * usual,
    };
  });
  const local = { usual_people: usual, relative_error: calibratedError(heldOut, usual) };
  return { local, byCount: { knots } };
}

/** What nine tenths of the errors keep within, in multiples of their scale. */
export function relativeError(validations: readonly SelfValidation[]): number {
  let logs = USUAL_ERROR_UNITS * Math.log(USUAL_ERROR);
  let weights = USUAL_ERROR_UNITS;
  // The same people, put together in several ways, are no more people.
  const most = Math.max(...validations.map(({ spreadFrom }) => spreadFrom));
  const all = validations.reduce((sum, { spreadFrom }) => sum + spreadFrom, 0);
  for (const { compared, spreadFrom } of validations) {
    const errors = compared
      .map(({ predicted, truth }) => Math.abs(truth - predicted) / errorScale(predicted))
      .sort((a, b) => a - b);
    const within = errors[Math.floor(SHARE_WITHIN * errors.length)];
    if (!(within > 0)) continue;
    const weight = (most * spreadFrom) / all;
    logs += weight * Math.log(within);
    weights += weight;
  }
  return Math.exp(logs / weights) * widening(weights);
}

/** What is learnt from few units may itself be off: Student's t by the normal distribution, nearly. */
const widening = (units: number): number => 1 + 1 / units;

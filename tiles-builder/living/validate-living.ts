/**
 * How far living counts are off, found out from the census itself: its units are put together to coarser ones, people are
 * spread from these, and what falls to each finer unit is held against what the census says.
 */
import type { ErrorModel } from '../../src/format/error-model.ts';
import { areaWithin, cornersOf, PlanarArea } from '../geometry/planar-area.ts';
import { Random } from '../numbers/random.ts';
import type { CensusUnit } from '../records.ts';
import type { Dwelling, DwellingSite } from './dwelling-list.ts';
import { type MergedUnits, mergeUnits } from './merge-units.ts';
import { randomUnion } from './random-unions.ts';
import { siteShares } from './site-shares.ts';
import type { Census } from './spread-censuses.ts';

/** People foretold and true in some zone, as multiples of the people of a usual unit that they were spread from. */
export interface ComparedZone {
  readonly foretold: number;
  readonly truth: number;
}

export interface SelfValidation {
  readonly compared: readonly ComparedZone[];
  /** How many units people were spread from. */
  readonly spreadFrom: number;
}

/** How much coarser a census is made. */
const TIMES = [2, 3, 4, 5];
const ZONES = 1_000;
/** More would take long and tell no more. */
const MOST_COARSER_UNITS = 200;
const SEED = 1;

/**
 * Unions of units, compact and scattered ones, with people foretold from units of `times` the side.
 * @param dwellings of the sites, as learnt from all units: from the few coarser ones far less could be learnt
 */
export function validateOnce(
  { units, coverage }: Census,
  sites: readonly DwellingSite[],
  dwellings: readonly Dwelling[],
  times: number,
): SelfValidation {
  const random = new Random(SEED);
  const merged = mergeUnits(units, times, coverage, MOST_COARSER_UNITS, random);
  if (merged.coarser.length === 0) return { compared: [], spreadFrom: 0 };
  const foretold = foretell(merged, sites, dwellings);
  const usual = usualPeople(merged.coarser);
  const boxes = merged.units.map(({ outline }) => new PlanarArea(outline).box);
  const compared = Array.from({ length: ZONES }, (): ComparedZone => {
    const zone = randomUnion(boxes, random);
    const share = (of: (unit: number) => number): number =>
      zone.reduce((total, unit) => total + of(unit), 0) / usual;
    return { foretold: share((unit) => foretold[unit]!), truth: share((unit) => merged.units[unit]!.people) };
  });
  return { compared, spreadFrom: merged.coarser.length };
}

/** People in each unit, spread from the coarser ones. */
function foretell(
  { units, coarserOf, coarser }: MergedUnits,
  sites: readonly DwellingSite[],
  dwellings: readonly Dwelling[],
): number[] {
  const outlines = units.map(({ outline }) => new PlanarArea(outline));
  const expected = new Float64Array(units.length);
  const { unit, site, share } = siteShares(sites, outlines);
  for (const [entry, own] of unit.entries()) {
    const { area_m2 } = sites[site[entry]!]!;
    expected[own]! += share[entry]! * area_m2 * dwellings[site[entry]!]!.people_m2;
  }
  const area = outlines.map((outline) => areaWithin(cornersOf(outline.box), [outline]));
  const sumByCoarser = (values: ArrayLike<number>): Float64Array => {
    const sums = new Float64Array(coarser.length);
    for (const [i, own] of coarserOf.entries()) sums[own]! += values[i]!;
    return sums;
  };
  const expectedOf = sumByCoarser(expected);
  const areaOf = sumByCoarser(area);
  return units.map((_, i) => {
    const own = coarserOf[i]!;
    const share = expectedOf[own]! > 0 ? expected[i]! / expectedOf[own]! : area[i]! / areaOf[own]!;
    return coarser[own]!.people * share;
  });
}

/** People of the unit that a person usually lives in. */
function usualPeople(units: readonly CensusUnit[]): number {
  const sum = (power: number): number => units.reduce((total, { people }) => total + people ** power, 0);
  return sum(1) > 0 ? sum(2) / sum(1) : 0;
}

/**
 * By what errors grow with a zone's people, both in multiples of a usual unit. Errors of parts of units add up like
 * independent ones, with the root of the people. Of zones of several units only those along the edge are in doubt,
 * whose number grows with the root of all.
 */
function errorScale(foretold: number): number {
  const people = foretold + SMALLEST;
  return people < 1 ? people ** 0.5 : people ** 0.25;
}
/** Where nobody is foretold somebody may live all the same. */
const SMALLEST = 0.002;

const SHARE_WITHIN = 0.9;
/** What is taken for granted of the error of a usual unit's people, and how many coarser units it takes to outweigh it. */
const USUAL_ERROR = 0.2;
const USUAL_ERROR_UNITS = 5;
/** With fewer coarser units nothing is learnt. */
const FEWEST_UNITS = 3;
/** Knots by people in multiples of a usual unit. */
const KNOTS = Array.from({ length: 33 }, (_, i) => 10 ** (-4 + i / 4));

/** @returns `null` where the census is too small to learn from */
export function livingErrorModel(
  census: Census,
  sites: readonly DwellingSite[],
  dwellings: readonly Dwelling[],
): ErrorModel | null {
  const validations = TIMES.map((times) => validateOnce(census, sites, dwellings, times)).filter(
    ({ spreadFrom }) => spreadFrom >= FEWEST_UNITS,
  );
  if (validations.length === 0) return null;
  const usual = usualPeople(census.units);
  const relative = relativeError(validations);
  const knots = [0, ...KNOTS].map((foretold) => {
    const error = relative * errorScale(foretold);
    return {
      people: foretold * usual,
      low: Math.max(0, foretold - error) * usual,
      high: (foretold + error) * usual,
    };
  });
  return { knots };
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
      .map(({ foretold, truth }) => Math.abs(truth - foretold) / errorScale(foretold))
      .sort((a, b) => a - b);
    const within = errors[Math.floor(SHARE_WITHIN * errors.length)]!;
    if (!(within > 0)) continue;
    const weight = (most * spreadFrom) / all;
    logs += weight * Math.log(within);
    weights += weight;
  }
  return Math.exp(logs / weights) * widening(weights);
}

/** What is learnt from few units may itself be off: Student's t by the normal distribution, nearly. */
const widening = (units: number): number => 1 + 1 / units;

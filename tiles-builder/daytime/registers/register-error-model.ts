/**
 * Makes the error model of counts from registers: squared differences between released people and people at listed places in
 * random discs, by size, plus errors of bands, of inhabitants at home and of people counted nowhere.
 */

import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import {
  type ErrorModel,
  INTERVAL_DEVIATIONS,
  type LivingErrorModel,
} from '../../../src/format/error-model.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import { Random } from '../../base/numbers/random.ts';
import { DiscSums, drawDisc } from '../disc-sums.ts';
import { FEWEST_ZONES, meansAround, tabulate, type VarianceTable, varianceBy } from '../learn-variance.ts';
import { GREATEST_SHARE, scoreErrorModel } from '../working-error-model.ts';

/** People by cell as counted, as found (by finer cells), the variance of these, and inhabitants. */
export type CountsByCell = Readonly<
  Record<'released' | 'found' | 'variance' | 'living', ReadonlyMap<Cell, number>>
>;

export interface TrainingZone {
  readonly people: number;
  /** Squared difference to people where found, and the variance of bands and the share at home. */
  readonly variance: number;
  readonly inhabitants: number;
}

const SEED = 17;
const ZONES_IN_PARTITION = 1_200;
const FEWEST_PEOPLE = 20;

export function drawTrainingZones({ released, found, variance, living }: CountsByCell): TrainingZone[] {
  const sums = DiscSums.ofCells([released, found, variance, living].map(inMillipersons));
  if (sums.isEmpty) return [];
  const random = new Random(SEED);
  return Array.from({ length: ZONES_IN_PARTITION }, (_, drawn) => {
    const [people, where, varying, inhabitants] = drawDisc(sums, drawn % 2 === 0, random).sums;
    return { people, variance: (people - where) ** 2 + varying, inhabitants };
  }).filter(({ people }) => people >= FEWEST_PEOPLE);
}

const inMillipersons = (counts: ReadonlyMap<Cell, number>): Map<Cell, number> =>
  new Map([...counts].map(([cell, count]) => [cell, count * MILLIPERSONS]));

export interface AtHomeErrors {
  readonly living: LivingErrorModel;
  readonly at_home: number;
}

/**
 * Estimates the variance of a count by disaggregation, bands and homes.
 * @param total people of all zones
 * @returns empty with too few zones
 */
export function registerVariance(
  trainingZones: readonly TrainingZone[],
  total: number,
  { living, at_home }: AtHomeErrors,
): VarianceTable {
  if (trainingZones.length < FEWEST_ZONES) return [];
  const zones = trainingZones.map(({ people, variance, inhabitants }) => ({
    people,
    variance: variance + (at_home * deviationOf(living, inhabitants)) ** 2,
  }));
  return tabulate((people) => {
    const mean = meansAround(people, zones, (zone) => zone.people);
    return mean((zone) => zone.variance) / mean((zone) => zone.people);
  }, total);
}

export interface ErrorsTogether {
  /** Standard deviation of the total by bands, as a share of people counted. */
  readonly bands: number;
  /** People counted nowhere, as a share of people counted. */
  readonly missing: number;
}

/**
 * Adds to {@link registerVariance} errors of bands, which may all have one direction, and missing people, who may be anywhere.
 * Wrong shares at home and unlisted sites are not included.
 * @returns `null` if bands leave too much open
 */
export function registerErrorModel(
  variance: VarianceTable,
  people: number,
  { bands, missing }: ErrorsTogether,
): ErrorModel | null {
  if (bands > GREATEST_SHARE) return null;
  const limits = { total: Infinity, rounding: 0, share: bands };
  const { knots } = scoreErrorModel(varianceBy(variance, people), people, limits);
  return { knots: knots.map((knot) => ({ ...knot, high: knot.high * (1 + missing) })) };
}

/**
 * Standard deviation of the inhabitants counted in a zone, whatever units it cuts: inside one unit, errors grow with the root of
 * the people; beyond, with the root of the units at the edge, whose number grows with the root of the people.
 */
function deviationOf({ usual_people, relative_error }: LivingErrorModel, people: number): number {
  const usualUnits = people / usual_people;
  const scale = usualUnits < 1 ? usualUnits ** 0.5 : usualUnits ** 0.25;
  return (relative_error * usual_people * scale) / INTERVAL_DEVIATIONS;
}

/** Fits weights of buildings to the people of census units. */
import type { Position } from '../../src/geo/positions.ts';
import { fitLogSums } from './fit-log-sums.ts';
import { FEATURES } from './site-features.ts';
import type { Weights } from './weights.ts';

/** The part of a census unit in the data, with its sites. */
export interface TrainingUnit {
  /** Of the unit's bounding box, in degrees. */
  readonly middle: Position;
  /** In proportion to the part's area. */
  readonly people: number;
  /** Share of the unit's area in the data, above 0. */
  readonly knownShare: number;
  /** By site: see `offsetOf`. */
  readonly offsets: readonly number[];
  /** Row-major by site, see FEATURES. */
  readonly features: Float32Array;
}

/** Standard deviation of log people per unit of mean size around the model. */
const UNIT_DEVIATION = 0.17;
/** Effective cluster size: neighbours' housing is not independent. */
const PEOPLE_ALIKE = 10;

/** @returns posterior modes; prior means without units */
export function fitWeights(units: readonly TrainingUnit[]): Weights {
  const sites = units.reduce((sum, { offsets }) => sum + offsets.length, 0);
  const group = new Int32Array(sites);
  const offset = new Float64Array(sites);
  const features = new Float32Array(sites * FEATURES.length);
  let next = 0;
  for (const [own, unit] of units.entries()) {
    group.fill(own, next, next + unit.offsets.length);
    offset.set(unit.offsets, next);
    features.set(unit.features, next * FEATURES.length);
    next += unit.offsets.length;
  }
  const mean = units.reduce((sum, { people }) => sum + people, 0) / units.length;
  const sums = units.map((unit, own) => ({ group: own, sum: unit.people, variance: varianceOf(unit, mean) }));
  const coefficients = fitLogSums(
    { group, offset, features },
    sums,
    FEATURES.map(({ prior }) => prior),
  );
  return Object.fromEntries(FEATURES.map(({ name }, k) => [name, coefficients[k]]));
}

/**
 * Variance of log people around the model. Small units have the absolute error of a mean one, as they are farms and edges of
 * towns rather than where most people live. People of a part are uncertain further, as they are apportioned by area.
 */
function varianceOf({ people, knownShare }: TrainingUnit, mean: number): number {
  const deviation = UNIT_DEVIATION * Math.max(1, mean / people);
  const unknown = (1 - knownShare) / knownShare;
  return deviation ** 2 + PEOPLE_ALIKE / people + unknown ** 2;
}

/** In the part of a unit in the data. */
export function expectedIn({ offsets, features }: TrainingUnit, weights: Weights): number {
  const coefficients = FEATURES.map(({ name }) => weights[name]);
  let sum = 0;
  for (let site = 0, next = 0; site < offsets.length; site++) {
    let log = offsets[site];
    for (let k = 0; k < coefficients.length; k++) log += coefficients[k] * features[next++];
    sum += Math.exp(log);
  }
  return sum;
}

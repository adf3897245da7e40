/** Trains the weights of buildings on census units: a log-linear model by maximum a posteriori, see `fitLogSums`. */
import type { Position } from '../../src/geo/positions.ts';
import { fitLogSums } from './fit-log-sums.ts';
import { FEATURES } from './site-features.ts';
import type { Weights } from './weights.ts';

/** A census unit with its dwelling sites. */
export interface TrainingUnit {
  readonly middle: Position;
  readonly people: number;
  readonly offsets: readonly number[];
  /** Features, row-major by site. */
  readonly features: Float32Array;
}

/** Standard deviation of log people around the model, for a unit of mean size. */
const UNIT_DEVIATION = 0.17;
/** Effective cluster size: people within one cluster are not independent. */
const PEOPLE_ALIKE = 10;

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

/** Returns the variance of log people. Small units have the absolute error of a mean one. */
function varianceOf({ people }: TrainingUnit, mean: number): number {
  const deviation = UNIT_DEVIATION * Math.max(1, mean / people);
  return deviation ** 2 + PEOPLE_ALIKE / people;
}

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

/** Fits to census units how many people live in which buildings. */
import type { Position } from '../../src/geo/positions.ts';
import { fitLogSums } from './fit-log-sums.ts';
import { FEATURES } from './site-features.ts';
import type { Weights } from './weights.ts';

/** The part of a census unit that lies in the data, with the sites in it. */
export interface TrainingUnit {
  /** Of the box around the unit, in degrees. */
  readonly middle: Position;
  /** Of the part, as many as its share of the unit's area tells. */
  readonly people: number;
  /** The share of the unit's area that lies in the data, above 0. */
  readonly knownShare: number;
  /** One a site: see `offsetOf`. */
  readonly offsets: readonly number[];
  /** Site by site, see FEATURES. */
  readonly features: Float32Array;
}

/** What the people of a unit of the mean size differ from the model by, */
const UNIT_DEVIATION = 0.17;
/** and by how many of them live as others do next door: as many chances are one. */
const PEOPLE_ALIKE = 10;

/** @returns the most probable weights; those that are taken for granted where there is no unit */
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
 * Of the logarithm of a unit's people around the model's. As many people as in a unit of the mean size may be misplaced in a small
 * one: it tells of farms and edges of the town rather than of where most people live. Of a unit that lies in the data in
 * part, the people of that part are known only as far as people go by area.
 */
function varianceOf({ people, knownShare }: TrainingUnit, mean: number): number {
  const deviation = UNIT_DEVIATION * Math.max(1, mean / people);
  const unknown = (1 - knownShare) / knownShare;
  return deviation ** 2 + PEOPLE_ALIKE / people + unknown ** 2;
}

/** People expected in the part of a unit that lies in the data. */
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

/**
 * Chooses what buildings are weighed by: what units of the census teach, or something plainer that needs no lesson, if that
 * predicts the people of units better from which nothing was learnt.
 */
import { HOUSE_AREA_M2, PEOPLE_A_DWELLING } from './dwelling-defaults.ts';
import { expectedIn, fitWeights, type TaughtUnit } from './fit-weights.ts';
import { FEATURES } from './site-features.ts';
import type { Weights } from './weights.ts';

/**
 * `learnt` from the census; `usual`: what holds in most places; `plain`: by dwellings where their number is known, elsewhere by
 * footprints alone, as floors that are known of a part of the buildings would weigh these against all others.
 */
export const WEIGHT_MODELS = ['learnt', 'usual', 'plain'] as const;
export type WeightModel = (typeof WEIGHT_MODELS)[number];

/** What was chosen, and why: plain data. */
export interface WeightChoice {
  readonly weighed_by: WeightModel;
  /** How many units of the census can teach; where these are too few, nothing is learnt. */
  readonly units: number;
  /** The share of the people of units left out whom each model puts into others; `null` where nothing is learnt. */
  readonly misplaced: Readonly<Record<WeightModel, number>> | null;
}

export interface ChosenWeights {
  readonly weights: Weights;
  readonly choice: WeightChoice;
}

/** Fewer units teach no more than how many people there are in all. */
const MIN_UNITS = 8;
/** More would take long and tell no more. */
const MOST_JUDGED_UNITS = 500;
const FOLDS = 5;
/** By how many standard errors a plainer model has to be better: less may be chance. */
const STANDARD_ERRORS = 2;

const everyFeature = (of: (name: string) => number): Weights =>
  Object.fromEntries(FEATURES.map(({ name }) => [name, of(name)]));

/**
 * Logarithms: a dwelling weighs as much as the footprint of a house, what is missing on the map hardly anything, and the floors
 * of `offsetOf` are taken out again.
 */
const PLAINLY: Weights = {
  dwellings: Math.log(HOUSE_AREA_M2 / 100 / PEOPLE_A_DWELLING),
  floors: -1,
  missing: -9,
};
const PLAIN: Readonly<Record<Exclude<WeightModel, 'learnt'>, Weights>> = {
  usual: fitWeights([]),
  plain: everyFeature((name) => PLAINLY[name] ?? 0),
};

/**
 * Of units that lie in the data in part it is not known how many of their people live in that part: they are asked where
 * too few others teach.
 * @param all in the order of their ranks, which is as good as random
 */
export function chooseWeights(all: readonly TaughtUnit[]): ChosenWeights {
  const whole = all.filter(({ knownShare }) => knownShare === 1);
  const units = whole.length < MIN_UNITS ? all : whole;
  if (units.length < MIN_UNITS) {
    const weights = atLevelOf(units, PLAIN.usual);
    return { weights, choice: { weighed_by: 'usual', units: units.length, misplaced: null } };
  }
  const judged = units.slice(0, MOST_JUDGED_UNITS);
  const errors = errorsOnUnitsLeftOut(judged);
  const people = judged.reduce((sum, unit) => sum + unit.people, 0);
  // Whoever is misplaced is missing in one unit and too many in another.
  const misplacedBy = (model: WeightModel): number =>
    errors[model].reduce((sum, error) => sum + error, 0) / people / 2;
  let weighed_by: WeightModel = 'learnt';
  for (const model of WEIGHT_MODELS) {
    const isWorthIt = isBetter(errors[model], errors.learnt);
    if (isWorthIt && misplacedBy(model) < misplacedBy(weighed_by)) weighed_by = model;
  }
  return {
    weights: weighed_by === 'learnt' ? fitWeights(units) : atLevelOf(units, PLAIN[weighed_by]),
    choice: {
      weighed_by,
      units: units.length,
      misplaced: {
        learnt: misplacedBy('learnt'),
        usual: misplacedBy('usual'),
        plain: misplacedBy('plain'),
      },
    },
  };
}

/** Weights by which all units together have the people that they have; as they are where none are expected. */
function atLevelOf(units: readonly TaughtUnit[], weights: Weights): Weights {
  const people = units.reduce((sum, unit) => sum + unit.people, 0);
  const expected = units.reduce((sum, unit) => sum + expectedIn(unit, weights), 0);
  return expected > 0 ? { ...weights, level: weights.level + Math.log(people / expected) } : weights;
}

type Errors = Record<WeightModel, Float64Array>;

/** By how many people each model is off in each unit, of which it knows nothing: how many there are in all is taken from the others. */
function errorsOnUnitsLeftOut(units: readonly TaughtUnit[]): Errors {
  const errors: Errors = {
    learnt: new Float64Array(units.length),
    usual: new Float64Array(units.length),
    plain: new Float64Array(units.length),
  };
  const plainly = {
    usual: units.map((unit) => expectedIn(unit, PLAIN.usual)),
    plain: units.map((unit) => expectedIn(unit, PLAIN.plain)),
  };
  for (let fold = 0; fold < FOLDS; fold++) {
    const isLeftOut = (unit: number): boolean => unit % FOLDS === fold;
    const weights = fitWeights(units.filter((_, unit) => !isLeftOut(unit)));
    const expected = { ...plainly, learnt: units.map((unit) => expectedIn(unit, weights)) };
    for (const model of WEIGHT_MODELS) {
      let [known, expectedOfKnown] = [0, 0];
      for (const [unit, { people }] of units.entries()) {
        if (isLeftOut(unit)) continue;
        known += people;
        expectedOfKnown += expected[model][unit];
      }
      for (const [unit, { people }] of units.entries()) {
        if (!isLeftOut(unit)) continue;
        errors[model][unit] = Math.abs((expected[model][unit] * known) / expectedOfKnown - people);
      }
    }
  }
  return errors;
}

/** Whether errors are smaller than others by more than chance, unit by unit. */
export function isBetter(errors: Float64Array, others: Float64Array): boolean {
  const gains = others.map((other, unit) => other - errors[unit]);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0);
  return mean > STANDARD_ERRORS * Math.sqrt(squares / (gains.length - 1) / gains.length);
}

/**
 * Blends weighting models by how well they predict census units that they were not fitted to: log-linear pooling (Genest and
 * Zidek, "Combining probability distributions", 1986) with shares averaged over their posterior.
 */
import { HOUSE_AREA_M2, PEOPLE_A_DWELLING } from './dwelling-defaults.ts';
import { expectedIn, fitWeights, type TaughtUnit } from './fit-weights.ts';
import { FEATURES } from './site-features.ts';
import type { Weights } from './weights.ts';

/**
 * `learnt` from the census; `usual`: the priors alone; `footprint`: dwellings where their number is known, elsewhere footprints
 * alone; `floors`: the same by footprints times floors.
 */
export const WEIGHT_MODELS = ['learnt', 'usual', 'footprint', 'floors'] as const;
export type WeightModel = (typeof WEIGHT_MODELS)[number];
export type WeightShares = Readonly<Record<WeightModel, number>>;

/** How weighting models were blended, and why: plain data. */
export interface WeightBlend {
  /** Share of each model in the blend; they add up to 1. */
  readonly shares: WeightShares;
  /** Training units of the census. */
  readonly units: number;
  /** Share of the people of units left out that each model puts into other units; `null` with too few units to tell. */
  readonly misplaced: WeightShares | null;
}

export interface BlendedWeights {
  readonly weights: Weights;
  readonly blend: WeightBlend;
}

/** With fewer units, how many people live in which buildings cannot be told from how many there are in all. */
const MIN_UNITS = 8;
/** More would take long and tell no more. */
const MOST_VALIDATED_UNITS = 500;
const FOLDS = 5;
/** Shares that are compared are multiples of 1 / STEPS. */
const STEPS = 4;
/** Set by the censuses of Liechtenstein, Malta and Rennes made coarser, whole and with buildings missing in patches. */
const LEARNT_PRIOR = 3;

const everyFeature = (of: (name: string) => number): Weights =>
  Object.fromEntries(FEATURES.map(({ name }) => [name, of(name)]));

/** Logarithms: a dwelling weighs as much as the footprint of a house, and what is missing on the map hardly anything. */
const BY_FLOORS: Weights = { dwellings: Math.log(HOUSE_AREA_M2 / 100 / PEOPLE_A_DWELLING) };
/** The floors of `offsetOf` are taken out again. */
const BY_FOOTPRINT: Weights = { ...BY_FLOORS, floors: -1 };
const FIXED: Readonly<Record<Exclude<WeightModel, 'learnt'>, Weights>> = {
  usual: fitWeights([]),
  footprint: everyFeature((name) => BY_FOOTPRINT[name] ?? 0),
  floors: everyFeature((name) => BY_FLOORS[name] ?? 0),
};

/** All shares of models in steps of 1 / STEPS. */
const CANDIDATES: readonly WeightShares[] = sharesOf(STEPS, WEIGHT_MODELS.length).map(
  (steps) => Object.fromEntries(WEIGHT_MODELS.map((model, i) => [model, steps[i] / STEPS])) as WeightShares,
);

/** Each way to write a number as a sum of others. */
function sharesOf(sum: number, terms: number): number[][] {
  if (terms === 1) return [[sum]];
  return Array.from({ length: sum + 1 }, (_, first) =>
    sharesOf(sum - first, terms - 1).map((rest) => [first, ...rest]),
  ).flat();
}

/**
 * Of units that lie in the data in part it is not known how many of their people live in that part: they are used where
 * too few others are there.
 * @param all in the order of their ranks, which is as good as random
 */
export function blendWeights(all: readonly TaughtUnit[]): BlendedWeights {
  const whole = all.filter(({ knownShare }) => knownShare === 1);
  const units = whole.length < MIN_UNITS ? all : whole;
  if (units.length < MIN_UNITS) {
    const shares = { learnt: 0, usual: 1, footprint: 0, floors: 0 };
    return {
      weights: atLevelOf(units, FIXED.usual),
      blend: { shares, units: units.length, misplaced: null },
    };
  }
  const validated = units.slice(0, MOST_VALIDATED_UNITS);
  const errors = errorsOnUnitsLeftOut(validated);
  const shares = posteriorShares(errors, validated.length);
  const people = validated.reduce((sum, unit) => sum + unit.people, 0);
  // Whoever is misplaced is missing in one unit and too many in another.
  const misplacedBy = (model: WeightModel): number =>
    errors[CANDIDATES.findIndex((candidate) => candidate[model] === 1)] / people / 2;
  return {
    weights: atLevelOf(units, blended({ ...FIXED, learnt: fitWeights(units) }, shares)),
    blend: {
      shares,
      units: units.length,
      misplaced: {
        learnt: misplacedBy('learnt'),
        usual: misplacedBy('usual'),
        footprint: misplacedBy('footprint'),
        floors: misplacedBy('floors'),
      },
    },
  };
}

const blended = (models: Readonly<Record<WeightModel, Weights>>, shares: WeightShares): Weights =>
  everyFeature((name) => WEIGHT_MODELS.reduce((sum, model) => sum + shares[model] * models[model][name], 0));

/**
 * Mean shares over their posterior. The prior is Dirichlet's with LEARNT_PRIOR for learnt weights and 1 for each other model.
 * Errors have a Laplace distribution of unknown scale, so that the likelihood of a candidate is its summed error to the power of
 * minus the number of units: few units leave the shares near the prior's mean, many choose.
 * @param errors summed over the units, one for each of CANDIDATES
 */
function posteriorShares(errors: Float64Array, units: number): WeightShares {
  const least = errors.reduce((a, b) => Math.min(a, b), Infinity);
  const posterior = errors.map((error, i) => {
    const prior = (CANDIDATES[i].learnt + 1 / (2 * STEPS)) ** (LEARNT_PRIOR - 1);
    return prior * (error === least ? 1 : (least / error) ** units);
  });
  const all = posterior.reduce((sum, density) => sum + density, 0);
  const mean = (model: WeightModel): number =>
    CANDIDATES.reduce((sum, candidate, i) => sum + posterior[i] * candidate[model], 0) / all;
  return {
    learnt: mean('learnt'),
    usual: mean('usual'),
    footprint: mean('footprint'),
    floors: mean('floors'),
  };
}

/** Weights by which all units together have the people that they have; as they are where none are expected. */
function atLevelOf(units: readonly TaughtUnit[], weights: Weights): Weights {
  const people = units.reduce((sum, unit) => sum + unit.people, 0);
  const expected = units.reduce((sum, unit) => sum + expectedIn(unit, weights), 0);
  return expected > 0 ? { ...weights, level: weights.level + Math.log(people / expected) } : weights;
}

/**
 * By how many people each candidate is off in all units, of which it knows nothing: how many people there are in all is taken
 * from the units of the other folds.
 */
function errorsOnUnitsLeftOut(units: readonly TaughtUnit[]): Float64Array {
  const errors = new Float64Array(CANDIDATES.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const isLeftOut = (unit: number): boolean => unit % FOLDS === fold;
    const learnt = fitWeights(units.filter((_, unit) => !isLeftOut(unit)));
    for (const [i, candidate] of CANDIDATES.entries()) {
      const weights = blended({ ...FIXED, learnt }, candidate);
      const expected = units.map((unit) => expectedIn(unit, weights));
      let [known, expectedOfKnown] = [0, 0];
      for (const [unit, { people }] of units.entries()) {
        if (isLeftOut(unit)) continue;
        known += people;
        expectedOfKnown += expected[unit];
      }
      for (const [unit, { people }] of units.entries()) {
        if (isLeftOut(unit)) errors[i] += Math.abs((expected[unit] * known) / expectedOfKnown - people);
      }
    }
  }
  return errors;
}

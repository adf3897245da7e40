/**
 * Blends learnt building weights with plain ones (people by footprint or dwellings) in a log-linear pool (Genest and Zidek,
 * "Combining probability distributions", 1986); spatial cross-validation chooses the share of each.
 */
import { HOUSE_AREA_M2, PEOPLE_A_DWELLING } from './dwelling-defaults.ts';
import { expectedIn, fitWeights, type TrainingUnit } from './fit-weights.ts';
import { FEATURES } from './site-features.ts';
import { spatialBlocks } from './spatial-blocks.ts';
import type { Weights } from './weights.ts';

export interface WeightBlend {
  /** Share of learnt weights in the pool, 0 to 1; with too few units, that of default ones. */
  readonly learnt_share: number;
  /** Number of training units. */
  readonly units: number;
  /** Share of people misallocated within held-out blocks; `null` with too few units. */
  readonly misplaced: { readonly learnt: number; readonly plain: number } | null;
}

/** A census unit whose people are predicted by weights learnt elsewhere. */
export interface HeldOutUnit {
  readonly people: number;
  readonly expected: number;
}

export interface BlendedWeights {
  readonly weights: Weights;
  readonly blend: WeightBlend;
  /** Held-out units by spatial block, none with too few units. */
  readonly heldOut: readonly (readonly HeldOutUnit[])[];
}

/** With fewer units, relative weights cannot be distinguished from the level. */
const MIN_UNITS = 8;
const MOST_VALIDATED_UNITS = 500;
const FOLDS = 5;
const SHARES: readonly number[] = [0, 0.25, 0.5, 0.75, 1];

/*
 * The prior of the share is nearly a Beta(1 + units / 6, 3), chosen with the learning rate on coarsened censuses of Rennes,
 * Malta, Liechtenstein and the Riviera: `npm run evaluate -- shifts`.
 */
const UNITS_OF_LEARNT = 6;
const PLAIN_EXPONENT = 2;
const PRIOR_MARGIN = 1 / 8;
/** Learning rate: the posterior counts each unit once if this share of people is misallocated. */
const USUALLY_MISPLACED = 0.075;
/** Default weights need less shrinkage. */
const USUAL_SHARE = 0.75;

const USUAL: Weights = fitWeights([]);
const { missing, missing_among_homes } = USUAL;
/** Logarithms: people in proportion to footprint or dwellings, regardless of floors; missing homes as usual. */
const PLAIN: Weights = everyFeature(
  (name) =>
    ({
      ...{ dwellings: Math.log(HOUSE_AREA_M2 / 100 / PEOPLE_A_DWELLING), floors: -1 },
      ...{ missing, missing_among_homes },
    })[name] ?? 0,
);

export function blendWeights(units: readonly TrainingUnit[]): BlendedWeights {
  if (units.length < MIN_UNITS) {
    const share = units.length === 0 ? 1 : USUAL_SHARE;
    return {
      weights: atLevelOf(units, pooled(USUAL, share)),
      blend: { learnt_share: share, units: units.length, misplaced: null },
      heldOut: [],
    };
  }
  const validated = units.slice(0, MOST_VALIDATED_UNITS);
  const blocks = spatialBlocks(validated.map(({ middle }) => middle));
  const ofBlocks = weightsOfBlocks(validated, blocks);
  const predicted = (share: number): HeldOutUnit[][] =>
    blocks.map((block, i) => heldOutUnits(block, validated, pooled(ofBlocks[i], share)));
  const misplaced = SHARES.map((share) => misplacedIn(predicted(share)));
  const learnt_share = posteriorShare(misplaced, validated.length, blocks.length);
  return {
    weights: atLevelOf(units, pooled(fitWeights(units), learnt_share)),
    blend: {
      learnt_share,
      units: units.length,
      misplaced: { learnt: misplaced[SHARES.indexOf(1)], plain: misplaced[SHARES.indexOf(0)] },
    },
    heldOut: predicted(learnt_share),
  };
}

function everyFeature(of: (name: string) => number): Weights {
  return Object.fromEntries(FEATURES.map(({ name }) => [name, of(name)]));
}

const pooled = (learnt: Weights, share: number): Weights =>
  everyFeature((name) => share * learnt[name] + (1 - share) * PLAIN[name]);

/** Scales expected people of all units to their sum. */
function atLevelOf(units: readonly TrainingUnit[], weights: Weights): Weights {
  const people = units.reduce((sum, unit) => sum + unit.people, 0);
  const expected = units.reduce((sum, unit) => sum + expectedIn(unit, weights), 0);
  return expected > 0 ? { ...weights, level: weights.level + Math.log(people / expected) } : weights;
}

/** Learns the weights for each block from other folds. */
function weightsOfBlocks(units: readonly TrainingUnit[], blocks: readonly (readonly number[])[]): Weights[] {
  const folds = Math.min(FOLDS, blocks.length);
  const learnt = Array.from({ length: folds }, (_, fold) => {
    const others = blocks.filter((_, block) => block % folds !== fold).flat();
    return fitWeights(others.map((unit) => units[unit]));
  });
  return blocks.map((_, block) => learnt[block % folds]);
}

const heldOutUnits = (
  block: readonly number[],
  units: readonly TrainingUnit[],
  weights: Weights,
): HeldOutUnit[] =>
  block.map((unit) => ({ people: units[unit].people, expected: expectedIn(units[unit], weights) }));

/** Share of people misallocated within blocks whose totals are known. */
function misplacedIn(blocks: readonly (readonly HeldOutUnit[])[]): number {
  const people = blocks.flat().reduce((sum, unit) => sum + unit.people, 0);
  const errors = blocks.reduce((sum, block) => sum + errorWithin(block), 0);
  // A misallocated person is an error in two units.
  return errors / people / 2;
}

/** Returns the error in persons, if the total is known. */
function errorWithin(units: readonly HeldOutUnit[]): number {
  const people = units.reduce((sum, unit) => sum + unit.people, 0);
  const factor = people / units.reduce((sum, unit) => sum + unit.expected, 0);
  return units.reduce((sum, unit) => sum + Math.abs(unit.expected * factor - unit.people), 0);
}

/**
 * Posterior mean share under Laplace errors of unknown scale, with a learning rate (Bissiri, Holmes and Walker, "A general
 * framework for updating belief distributions", 2016).
 */
function posteriorShare(misplaced: readonly number[], units: number, blocks: number): number {
  // Errors of a block sum to zero.
  const independent = units - blocks;
  const least = Math.min(...misplaced);
  const posterior = SHARES.map((share, i) => {
    const prior =
      (share + PRIOR_MARGIN) ** (units / UNITS_OF_LEARNT) * (1 - share + PRIOR_MARGIN) ** PLAIN_EXPONENT;
    if (misplaced[i] === least) return prior;
    return least > 0 ? prior * (least / misplaced[i]) ** ((independent * USUALLY_MISPLACED) / least) : 0;
  });
  const all = posterior.reduce((sum, density) => sum + density, 0);
  return SHARES.reduce((sum, share, i) => sum + posterior[i] * share, 0) / all;
}

/**
 * Calibrates the error of zones that cut census units, by split conformal prediction with normalised scores (Lei et al.,
 * "Distribution-free predictive inference for regression", 2018); small censuses are shrunk towards other towns' errors.
 */
import { unevennessOf } from '../../src/count/count-interval.ts';
import { ratioClass, ratioOfClass } from '../../src/format/unit-runs.ts';
import type { HeldOutUnit } from './blend-weights.ts';

const COVERAGE = 0.9;
/** Mean error of other censuses; as many held-out units as the next constant weigh as much as it. */
const USUAL_ERROR = 0.26;
const USUAL_ERROR_UNITS = 8;
/** Ratio of errors inside units to those among the units of a block. */
const INSIDE_TO_AMONG = 0.8;

/** An error in multiples of its scale, weighted by units. */
interface Score {
  readonly score: number;
  readonly weight: number;
}

/**
 * Returns `relative_error`: half the width of the 90 % interval for half a usual unit's people, as a share of these.
 * @param blocks units predicted by weights learnt outside the block
 */
export function calibratedError(blocks: readonly (readonly HeldOutUnit[])[], usual_people: number): number {
  const all = blocks.flat();
  const level =
    all.reduce((sum, unit) => sum + unit.people, 0) / all.reduce((sum, unit) => sum + unit.expected, 0);
  const scores = blocks.flatMap((block) => scoresOf(block, usual_people, level));
  const units = scores.reduce((sum, { weight }) => sum + weight, 0);
  const quantile = conformalQuantile(scores, units);
  if (!(quantile > 0)) return USUAL_ERROR;
  const own = units / (units + USUAL_ERROR_UNITS);
  return Math.exp(own * Math.log(INSIDE_TO_AMONG * quantile) + (1 - own) * Math.log(USUAL_ERROR));
}

/**
 * All divisions of a block in two, given its people; weights sum to its independent units.
 * @param level people by those expected in all blocks
 */
function scoresOf(block: readonly HeldOutUnit[], usual_people: number, level: number): Score[] {
  const people = block.reduce((sum, unit) => sum + unit.people, 0);
  const expected = block.reduce((sum, unit) => sum + unit.expected, 0);
  const observedToExpected = ratioOfClass(ratioClass(people / (level * expected)));
  const divisions = 2 ** (block.length - 1) - 1;
  return Array.from({ length: divisions }, (_, division): Score => {
    // The last unit is outside in all of them.
    const inside = block.filter((_, unit) => ((division + 1) >> unit) & 1);
    const truth = inside.reduce((sum, unit) => sum + unit.people, 0);
    const share = inside.reduce((sum, unit) => sum + unit.expected, 0) / expected;
    const predicted = { inside: share * people, outside: (1 - share) * people, observedToExpected };
    const scale = Math.sqrt(unevennessOf(predicted, usual_people) * predicted.inside * predicted.outside);
    return { score: Math.abs(truth - predicted.inside) / scale, weight: (block.length - 1) / divisions };
  });
}

/** Returns the smallest score that a new one does not exceed with probability COVERAGE. */
function conformalQuantile(scores: readonly Score[], units: number): number {
  const sorted = scores.filter(({ score }) => score < Infinity).sort((a, b) => a.score - b.score);
  let below = 0;
  for (const { score, weight } of sorted) {
    below += weight;
    if (below >= COVERAGE * (units + 1)) return score;
  }
  return sorted.at(-1)?.score ?? Number.NaN;
}

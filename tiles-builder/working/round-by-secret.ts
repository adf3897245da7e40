/** Rounds people of groups so that one person more or less drowns. */
import { createHmac } from 'node:crypto';

/** About so many persons of mean weight make a step: of one of them a change shows in one of so many cases. */
const STEP_PERSONS = 3;
/** A step of an earlier version stays between these. */
const LEAST_STEP_PERSONS = 2.2;
const MOST_STEP_PERSONS = 4.2;

/** People rounded by a secret. `name` tells what is rounded: the same name is rounded in the same way in each version. */
export type RoundPeople = (people: number, name: string) => number;

export interface Rounding {
  readonly round: RoundPeople;
  /** How many people a step is wide. */
  readonly step_people: number;
  /** Of a figure, over all places where steps may begin: people squared. */
  readonly variance: number;
}

/**
 * Rounds to steps that begin where the secret says: a change of a figure by a part of a step shows in that part of all
 * cases, and else not at all. It does not wear off by averaging, as a name has one beginning for good; over all names it adds
 * nobody and takes nobody away. A figure is at most half a step off.
 * @param meanWeight people that a person of the panel stands for; the step is a power of the square root of two
 * @param earlierStep_people of the version before, which this one follows: kept as long as it is wide enough and not too wide,
 *   as all figures change where the step does
 */
export function roundBySecret(secret: Uint8Array, meanWeight: number, earlierStep_people?: number): Rounding {
  const isKept =
    earlierStep_people !== undefined &&
    earlierStep_people >= LEAST_STEP_PERSONS * meanWeight &&
    earlierStep_people <= MOST_STEP_PERSONS * meanWeight;
  const step = isKept ? earlierStep_people : 2 ** (Math.round(2 * Math.log2(STEP_PERSONS * meanWeight)) / 2);
  return {
    step_people: step,
    round: (people, name) => {
      const beginning = createHmac('sha256', secret).update(name).digest().readUInt32BE() / 2 ** 32;
      return step * Math.max(0, Math.round(people / step - beginning) + beginning);
    },
    variance: step ** 2 / 12,
  };
}

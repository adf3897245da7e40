/** Training sample of the error model of registers: squared errors of counts in random zones. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../numbers/random.ts';
import { DiscSums, drawDisc } from '../working/disc-sums.ts';

export interface TrainingZone {
  readonly people: number;
  /** Squared difference to people where found, and the variance of bands and the share at home. */
  readonly variance: number;
  /** Inhabitants, and the share at home. */
  readonly living: number;
}

/** People by cell. */
export type CountsOfArea = Readonly<
  Record<'spread' | 'found' | 'variance' | 'living', ReadonlyMap<Cell, number>>
>;

const SEED = 17;
const ZONES = 1_200;
const FEWEST_PEOPLE = 20;

/** @param counts as counted, where found (by finer cells), their variance, and inhabitants */
export function learnFromZones(counts: CountsOfArea): TrainingZone[] {
  const { spread, found, variance, living } = counts;
  const sums = DiscSums.ofCells([spread, found, variance, living].map(inMillipersons));
  if (sums.isEmpty) return [];
  const random = new Random(SEED);
  const trainingZones: TrainingZone[] = [];
  for (let drawn = 0; drawn < ZONES; drawn++) {
    const [people, where, varying, inhabitants] = drawDisc(sums, drawn % 2 === 0, random).sums;
    if (people < FEWEST_PEOPLE) continue;
    trainingZones.push({ people, variance: (people - where) ** 2 + varying, living: inhabitants });
  }
  return trainingZones;
}

const inMillipersons = (counts: ReadonlyMap<Cell, number>): Map<Cell, number> =>
  new Map([...counts].map(([cell, count]) => [cell, count * MILLIPERSONS]));

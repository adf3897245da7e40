/** Weights homes of a partition by weighting classes, for the panel and its split halves, and looks weights up by home. */
import type { Cell } from '../../src/geo/cells.ts';
import { indexOfSorted, sortedDistinct } from '../base/numbers/sorted-numbers.ts';
import { partitionOf } from '../partitions/partitions.ts';
import {
  cellOf,
  numberOfIndex,
  type PersonsInColumns,
  partitionOfIndex,
  selectPersons,
} from './panel-persons.ts';
import type { HomesByArea } from './panel-quality.ts';
import { byHalf, type Halves, type Split, seedsOf, splitPersons } from './split-halves.ts';
import {
  type Inhabitants,
  personsByArea,
  type WeightingClass,
  type WeightParameters,
  weightingClasses,
  weightsIn,
} from './survey-weights.ts';

/** Returns how many people each person of a home represents, by `indexOf` the home. */
export type WeightOf = (home: number) => number;

export interface PartitionHomes {
  readonly classes: readonly WeightingClass[];
  /** Classes of the halves by split; their cells are those of `classes`. */
  readonly halves: readonly Halves<readonly WeightingClass[]>[];
  /** Homes where inhabitants are known. */
  readonly byArea: HomesByArea;
  /** Homes outside known inhabitants, ascending by index: their persons have the mean weight. */
  readonly outside: Float64Array;
}

/**
 * @param persons by home in the partition
 * @param isLivingKnown by number of the cell in the partition
 */
export function classHomes(
  persons: PersonsInColumns,
  inhabitants: Inhabitants,
  isLivingKnown: (number: number) => boolean,
  splits: readonly Split[],
  earlier: readonly Cell[] = [],
): PartitionHomes {
  const isKnown = Uint8Array.from(persons.home, (home) => (isLivingKnown(numberOfIndex(home)) ? 1 : 0));
  const known = selectPersons(persons, (row) => isKnown[row] === 1);
  const home = Uint32Array.from(known.home, numberOfIndex);
  const classes = weightingClasses({ home, persons: known.persons }, inhabitants, earlier);
  const cells = classes.flatMap(({ cell }) => cell ?? []);
  const seeds = seedsOf(known);
  return {
    classes,
    halves: splits.map((split) =>
      byHalf(splitPersons(known.persons, seeds, split), (persons) =>
        weightingClasses({ home, persons }, inhabitants, cells),
      ),
    ),
    byArea: {
      persons: personsByArea({ home, persons: known.persons }),
      millipersons: inhabitants.millipersons,
    },
    outside: sortedDistinct(persons.home.filter((_, row) => isKnown[row] === 0)),
  };
}

/** @param classesOf those of the panel, or of a half */
export function weightBy(
  homesIn: (partition: Cell) => PartitionHomes,
  weights: WeightParameters,
  classesOf: (homes: PartitionHomes) => readonly WeightingClass[] = ({ classes }) => classes,
): WeightOf {
  const known = new Map<number, WeightOf>();
  const weightsOf = (partition: Cell): WeightOf => {
    const homes = homesIn(partition);
    const inside = weightsIn(classesOf(homes), weights);
    return (home) => (indexOfSorted(homes.outside, home) < 0 ? inside(numberOfIndex(home)) : weights.mean);
  };
  return (home) => {
    const partition = partitionOfIndex(home);
    let weightOf = known.get(partition);
    if (!weightOf) {
      weightOf = weightsOf(partitionOf(cellOf(home)));
      known.set(partition, weightOf);
    }
    return weightOf(home);
  };
}

/** @param weights by split */
export const weightHalves = (
  homesIn: (partition: Cell) => PartitionHomes,
  weights: readonly Halves<WeightParameters>[],
): Halves<WeightOf>[] =>
  weights.map((own, split) =>
    byHalf(own, (weights, half) => weightBy(homesIn, weights, ({ halves }) => halves[split][half])),
  );

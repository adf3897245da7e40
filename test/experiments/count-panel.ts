/** Counts people at work from a panel, all partitions in memory. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { addTo } from '../../tiles-builder/base/numbers/add-to.ts';
import { roundToMillipersons } from '../../tiles-builder/base/numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../../tiles-builder/base/records.ts';
import { compareSplits, zonesIn } from '../../tiles-builder/daytime/compare-splits.ts';
import { peopleOf } from '../../tiles-builder/daytime/count-partition.ts';
import type { FollowedVersion } from '../../tiles-builder/daytime/groups-file.ts';
import { roundByKey } from '../../tiles-builder/daytime/keyed-rounding.ts';
import { layOutByDay } from '../../tiles-builder/daytime/panel-by-day.ts';
import { countByDay, likelihoodsIn } from '../../tiles-builder/daytime/panel-counts.ts';
import {
  classHomes,
  type PartitionHomes,
  weightBy,
  weightHalves,
} from '../../tiles-builder/daytime/panel-homes.ts';
import { cellOf, type PanelPersons, personsOf } from '../../tiles-builder/daytime/panel-persons.ts';
import { sumPlaces } from '../../tiles-builder/daytime/partition-columns.ts';
import { type Split, splitsOf } from '../../tiles-builder/daytime/split-halves.ts';
import {
  type CountOptions,
  learnErrors,
  learnParameters,
  learnWeightsOfHalves,
  sumPanel,
  weightOfPeople,
} from '../../tiles-builder/daytime/sum-panel.ts';
import { inhabitantsOf } from '../../tiles-builder/daytime/survey-weights.ts';
import {
  cellInPartition,
  numberInPartition,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';
import { totalMillipersons } from '../support/numbers/total-millipersons.ts';

export interface KnownCells {
  /** Inhabitants, thousandths. */
  readonly living: MillipersonsByCell;
  /** Capacity by day, see `capacityInPartition`. */
  readonly places: Iterable<readonly [cell: Cell, capacity: number]>;
  /** Elsewhere, residents get the mean weight. */
  readonly isLivingKnown: (cell: Cell) => boolean;
  /** Elsewhere, workers do not count. */
  readonly isCounted: (cell: Cell) => boolean;
}

export function countPanel(panel: readonly PanelPersons[], known: KnownCells, options: CountOptions = {}) {
  const persons = panel.reduce((sum, each) => sum + each.persons, 0);
  const splits = splitsOf(persons);
  const { byDay, homes, parameters, sum, ...spread } = countPartitions(panel, known, options, splits);
  const weightsOfHalves = learnWeightsOfHalves([...homes.values()], splits);
  const weights = weightHalves((partition) => homes.get(partition)!, weightsOfHalves);
  const weight = weightOfPeople(sum.weights);
  const groupsIn = Map.groupBy(sum.groups, ({ cell }) => partitionOf(cell));
  const people = new Map(Array.from(groupsIn, ([partition, groups]) => [partition, peopleOf(groups)]));
  const zones = [...zonesIn(people, persons)].flatMap(([partition, zones]) =>
    compareSplits(byDay.get(partition)!, splits, weights, {
      ...{ capacity: parameters.capacity, zones, weight },
    }),
  );
  const total = spread.total_millipersons / MILLIPERSONS;
  const { variance, errorModel } = learnErrors(zones, sum, parameters, total, options);
  return {
    ...spread,
    errorModel,
    toFollow: {
      ...spread.toFollow,
      parameters: { ...spread.toFollow.parameters, variance },
    } satisfies FollowedVersion as FollowedVersion,
  };
}

/**
 * As countPanel, without the error model.
 * @throws TooFewPersons
 */
export function spreadPanel(panel: readonly PanelPersons[], known: KnownCells, options: CountOptions = {}) {
  const { byDay, homes, parameters, sum, ...spread } = countPartitions(panel, known, options, []);
  return spread;
}

/** Unprotected: for comparison. */
export function countWhereFound(panel: readonly PanelPersons[], known: KnownCells): MillipersonsByCell {
  const { partitions, homes } = partitionPanel(panel, known, {}, []);
  const { weights } = learnParameters([...homes.values()], [], {});
  const weightOf = weightBy((partition) => homes.get(partition)!, weights);
  const found = new Map<Cell, number>();
  for (const { byDay } of partitions) {
    const { home, occupation, persons } = byDay.workers;
    for (const [row, place] of occupation.entries()) {
      addTo(found, cellOf(place), persons[row] * weightOf(home[row]));
    }
  }
  return roundToMillipersons(found);
}

function countPartitions(
  panel: readonly PanelPersons[],
  known: KnownCells,
  options: CountOptions,
  splits: readonly Split[],
) {
  const { earlier, secret } = options;
  const { partitions, homes } = partitionPanel(panel, known, options, splits);
  const groupsIn = Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));
  const likelihoods = partitions.map(({ cell, byDay }) => likelihoodsIn(byDay, groupsIn.get(cell)));
  const parameters = learnParameters([...homes.values()], likelihoods, options);
  const { capacity, rounding_base } = parameters;
  const weightOf = weightBy((partition) => homes.get(partition)!, parameters.weights);
  const round = secret && roundByKey(secret, rounding_base);
  const counted = partitions.map(({ cell, byDay }) =>
    countByDay(byDay, { weightOf, capacity, earlier: groupsIn.get(cell), round }),
  );
  const sum = sumPanel(counted, [...homes.values()], parameters);
  const people = new Map(
    counted.flatMap(({ people: { cell, millipersons } }, i) =>
      Array.from(
        cell,
        (number, at) => [cellInPartition(partitions[i].cell, number), millipersons[at]] as const,
      ),
    ),
  );
  const { groups, classes, weights, quality, privacy, personsCounted, personsOutside } = sum;
  return {
    ...{ homes, parameters, sum },
    byDay: new Map(partitions.map(({ cell, byDay }) => [cell, byDay])),
    ...{ people, weights, quality, privacy, personsCounted, personsOutside },
    total_millipersons: totalMillipersons(people),
    toFollow: {
      ...{ groups: [...groups], classes: [...classes] },
      parameters: { ...parameters, variance: [] },
    } satisfies FollowedVersion as FollowedVersion,
  };
}

function partitionPanel(
  panel: readonly PanelPersons[],
  { living, places, isLivingKnown, isCounted }: KnownCells,
  { earlier }: CountOptions,
  splits: readonly Split[],
) {
  const livingIn = inPartitions(living);
  const capacityIn = Map.groupBy(
    [...places].filter(([cell]) => isCounted(cell)),
    ([cell]) => partitionOf(cell),
  );
  const homesIn = Map.groupBy(panel, ({ home }) => partitionOf(home));
  const workersIn = Map.groupBy(
    panel.filter(({ occupation }) => occupation !== null),
    ({ occupation }) => partitionOf(occupation!),
  );
  const classesIn = Map.groupBy(earlier?.classes ?? [], partitionOf);
  const groupsIn = Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));
  const all = [livingIn, homesIn, workersIn, classesIn, groupsIn].flatMap((own) => [...own.keys()]);
  const known = [...new Set(all)].sort().map((cell) => {
    const [number, millipersons] = livingIn.get(cell) ?? NOTHING;
    const capacity = capacityIn.get(cell) ?? [];
    return {
      cell,
      inhabitants: { cell: number, millipersons },
      capacity: sumPlaces(
        cell,
        Uint32Array.from(capacity, ([own]) => numberInPartition(own)),
        Float64Array.from(capacity, ([, size]) => size),
      ),
      persons: personsOf(homesIn.get(cell) ?? []),
      workers: personsOf(workersIn.get(cell) ?? []),
    };
  });
  const homes = new Map<Cell, PartitionHomes>(
    known.map(({ cell, inhabitants, persons }) => [
      cell,
      classHomes(
        persons,
        inhabitantsOf(cell, inhabitants),
        (number) => isLivingKnown(cellInPartition(cell, number)),
        splits,
        classesIn.get(cell),
      ),
    ]),
  );
  const partitions = known.map(({ cell, inhabitants, capacity, persons, workers }) => ({
    cell,
    byDay: layOutByDay(
      cell,
      workers,
      persons,
      inhabitants,
      capacity,
      (number) => isLivingKnown(cellInPartition(cell, number)),
      (number) => isCounted(cellInPartition(cell, number)),
    ),
  }));
  return { partitions, homes };
}

const NOTHING = [new Uint32Array(), new Float64Array()] as const;

function inPartitions(values: ReadonlyMap<Cell, number>) {
  const cells = Map.groupBy([...values.keys()].sort(), partitionOf);
  return new Map(
    Array.from(
      cells,
      ([partition, own]) =>
        [
          partition,
          [
            Uint32Array.from(own, (cell) => numberInPartition(cell)),
            Float64Array.from(own, (cell) => values.get(cell)!),
          ],
        ] as const,
    ),
  );
}

/** Homes and usual occupation places of a panel → people per cell, and how far they are off: all partitions in memory. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf } from '../areas/areas.ts';
import { totalMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { FollowedVersion } from './groups-file.ts';
import { partitionOf } from './h3-groups.ts';
import { roundByKey } from './keyed-rounding.ts';
import { type Split, splitsOf, zonesIn } from './learn-variance.ts';
import {
  classHomes,
  compareSplits,
  countByDay,
  countWhereFoundIn,
  layOutByDay,
  likelihoodsIn,
  type PartitionHomes,
  weightBy,
} from './panel-partition.ts';
import type { PanelPersons } from './panel-persons.ts';
import {
  type CountOptions,
  learnErrors,
  learnParameters,
  learnWeightsOfHalves,
  peopleByPartition,
  sumPanel,
  weightOfPeople,
} from './sum-panel.ts';

/** What is known of cells, next to the panel. */
export interface KnownCells {
  /** Inhabitants by cell, in thousandths. */
  readonly living: MillipersonsByCell;
  /** Cells where people can be by day, with the room there: see `roomInArea`. */
  readonly places: ReadonlyMap<Cell, number>;
  /** Whether a cell lies where the living counts are known. Who lives elsewhere counts with the mean weight. */
  readonly isLivingKnown: (cell: Cell) => boolean;
  /** Whether working is counted in a cell. Who works elsewhere does not count. */
  readonly isCounted: (cell: Cell) => boolean;
}

/** @throws TooFewPersons */
export function countPanel(panel: readonly PanelPersons[], known: KnownCells, options: CountOptions = {}) {
  const persons = panel.reduce((sum, each) => sum + each.persons, 0);
  const splits = splitsOf(persons);
  const { byDay, homes, parameters, sum, ...spread } = countPartitions(panel, known, options, splits);
  const weightsOfHalves = learnWeightsOfHalves([...homes.values()], splits);
  const weighted = splits.map((split, i) => {
    const [one, other] = weightsOfHalves[i].map((weights, half) =>
      weightBy(
        (partition) => homes.get(partition)!,
        weights,
        ({ halves }) => halves[i][half],
      ),
    );
    return { split, weights: [one, other] as const };
  });
  const weight = weightOfPeople(sum.weights);
  const zones = [...zonesIn(peopleByPartition(sum.groups), persons)].flatMap(([partition, zones]) =>
    compareSplits(byDay.get(partition)!, weighted, { room: parameters.room, zones, weight, partition }),
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
 * What of it is released, without how far it is off: see countPanel.
 * @throws TooFewPersons
 */
export function spreadPanel(panel: readonly PanelPersons[], known: KnownCells, options: CountOptions = {}) {
  const { byDay, homes, parameters, sum, ...spread } = countPartitions(panel, known, options, []);
  return spread;
}

/** People in the very cells where the panel was found: for comparison, never for release. */
export function countWhereFound(panel: readonly PanelPersons[], known: KnownCells): MillipersonsByCell {
  const { partitions, homes } = partitionPanel(panel, known, {}, []);
  const { weights } = learnParameters([...homes.values()], [], {});
  const weightOf = weightBy((partition) => homes.get(partition)!, weights);
  return countWhereFoundIn(
    partitions.flatMap(({ byDay }) => byDay.workers),
    weightOf,
  );
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
  const { room, rounding_base } = parameters;
  const weightOf = weightBy((partition) => homes.get(partition)!, parameters.weights);
  const round = secret && roundByKey(secret, rounding_base);
  const counted = partitions.map(({ cell, byDay }) =>
    countByDay(byDay, { weightOf, room, earlier: groupsIn.get(cell), round }),
  );
  const sum = sumPanel(counted, [...homes.values()], parameters);
  const people = new Map(counted.flatMap((part) => [...part.people]));
  const { groups, classes, weights, privacy, personsCounted, personsOutside } = sum;
  return {
    ...{ homes, parameters, sum },
    byDay: new Map(partitions.map(({ cell, byDay }) => [cell, byDay])),
    ...{ people, weights, privacy, personsCounted, personsOutside },
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
  const persons = together(panel);
  const inPartitions = <T>(entries: Iterable<T>, cellOf: (entry: T) => Cell): Map<Cell, T[]> =>
    Map.groupBy(entries, (entry) => areaOf(cellOf(entry)));
  const livingIn = inPartitions(living, ([cell]) => cell);
  const roomIn = inPartitions(places, ([cell]) => cell);
  const homesIn = inPartitions(persons, ({ home }) => home);
  const workersIn = inPartitions(
    persons.filter(({ occupation }) => occupation !== null),
    ({ occupation }) => occupation!,
  );
  const classesIn = Map.groupBy(earlier?.classes ?? [], partitionOf);
  const groupsIn = Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));
  const all = [livingIn, homesIn, workersIn, classesIn, groupsIn].flatMap((own) => [...own.keys()]);
  const cells = [...new Set(all)].sort();
  const inhabitantsOf = (cell: Cell): MillipersonsByCell => new Map(livingIn.get(cell) ?? []);
  const homes = new Map<Cell, PartitionHomes>(
    cells.map((cell) => [
      cell,
      classHomes(homesIn.get(cell) ?? [], inhabitantsOf(cell), isLivingKnown, splits, classesIn.get(cell)),
    ]),
  );
  const partitions = cells.map((cell) => ({
    cell,
    byDay: layOutByDay(
      workersIn.get(cell) ?? [],
      homesIn.get(cell) ?? [],
      inhabitantsOf(cell),
      (roomIn.get(cell) ?? []).filter(([cell]) => isCounted(cell)),
      isLivingKnown,
      isCounted,
    ),
  }));
  return { partitions, homes };
}

/** Persons with the same cells are one entry, in an order that depends on their cells alone. */
function together(panel: readonly PanelPersons[]): PanelPersons[] {
  const known = new Map<string, PanelPersons>();
  for (const each of panel) {
    const key = `${each.home}${each.occupation ?? ''}`;
    known.set(key, { ...each, persons: each.persons + (known.get(key)?.persons ?? 0) });
  }
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/**
 * People by day in one partition of a panel, stage by stage. What a stage leaves is plain data: it passes between steps of a
 * build as files, and stays in memory in `countPanel`.
 */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { areaOf } from '../areas/areas.ts';
import { addTo } from '../numbers/add-to.ts';
import { roundToMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import {
  areaOfGroup,
  type ByWhereabouts,
  type GroupFigure,
  groupPartition,
  personsAt,
  type Released,
  releasePart,
  WHEREABOUTS,
  type Workplace,
} from './count-partition.ts';
import type { RoundPeople } from './keyed-rounding.ts';
import {
  type ComparedZone,
  compareHalves,
  type HalfCounts,
  type Split,
  splitPersons,
} from './learn-variance.ts';
import type { PanelPersons } from './panel-persons.ts';
import { WEIGHTS } from './parameters.ts';
import {
  type Places,
  placesByArea,
  type RoomFollowed,
  roomLikelihoods,
  roomScales,
} from './room-followed.ts';
import { type WeightingClass, type WeightParameters, weightingClasses, weightsIn } from './survey-weights.ts';

/** How many people a person of the panel stands for, by home. */
export type WeightOf = (home: Cell) => number;
/** Weighting classes of both halves of a split. */
export type ClassesOfHalves = readonly [readonly WeightingClass[], readonly WeightingClass[]];

/** The homes of one partition. */
export interface PartitionHomes {
  readonly classes: readonly WeightingClass[];
  /** For each split of the panel, by the cells of `classes`. */
  readonly halves: readonly ClassesOfHalves[];
  /** Homes where inhabitants are not known: their persons count with the mean weight. */
  readonly outside: ReadonlySet<Cell>;
}

/**
 * Forms the weighting classes of a partition.
 * @param persons who live in the partition
 * @param living thousandths of an inhabitant by cell
 * @param earlier cells of the partition's classes in the version before
 */
export function classHomes(
  persons: readonly PanelPersons[],
  living: MillipersonsByCell,
  isLivingKnown: (cell: Cell) => boolean,
  splits: readonly Split[],
  earlier: readonly Cell[] = [],
): PartitionHomes {
  const known = persons.filter(({ home }) => isLivingKnown(home));
  const inhabitants = new Map<Cell, number>();
  for (const [cell, people] of living) addTo(inhabitants, parentOf(cell, WEIGHTS.area_resolution), people);
  const classes = weightingClasses(known, inhabitants, earlier);
  const cells = classes.flatMap(({ cell }) => cell ?? []);
  return {
    classes,
    halves: splits.map((split) => {
      const [one, other] = splitPersons(known, split);
      return [weightingClasses(one, inhabitants, cells), weightingClasses(other, inhabitants, cells)];
    }),
    outside: new Set(persons.map(({ home }) => home).filter((home) => !isLivingKnown(home))),
  };
}

/**
 * @param homesIn the homes of any partition where somebody of the panel lives
 * @param classesOf which of their classes apply: those of the panel or of a half
 */
export function weightBy(
  homesIn: (partition: Cell) => PartitionHomes,
  weights: WeightParameters,
  classesOf: (homes: PartitionHomes) => readonly WeightingClass[] = ({ classes }) => classes,
): WeightOf {
  const known = new Map<Cell, WeightOf>();
  const weightsOf = (partition: Cell): WeightOf => {
    const homes = homesIn(partition);
    const inside = weightsIn(classesOf(homes), weights);
    return (home) => (homes.outside.has(home) ? weights.mean : inside(home));
  };
  return (home) => {
    const partition = areaOf(home);
    let weightOf = known.get(partition);
    if (!weightOf) {
      weightOf = weightsOf(partition);
      known.set(partition, weightOf);
    }
    return weightOf(home);
  };
}

/** Where people of one partition are and can be by day, as far as it is covered. */
export interface PartitionByDay {
  /** Persons with their usual occupation place in the partition. */
  readonly workers: readonly PanelPersons[];
  /** Of these, persons whose place is not covered; they are not among `workers`. */
  readonly personsOutside: number;
  /** Persons with their home in the partition, where inhabitants are known. */
  readonly homes: readonly PanelPersons[];
  /** Thousandths of an inhabitant by cell. */
  readonly inhabitants: MillipersonsByCell;
  /** Where people can be who are not at home: floor area, or a little next to roads. */
  readonly room: Places;
}

/**
 * @param workers with their usual occupation place in the partition, `persons` with their home in it
 * @param room by cell that is covered
 */
export function layOutByDay(
  workers: readonly PanelPersons[],
  persons: readonly PanelPersons[],
  living: MillipersonsByCell,
  room: Iterable<readonly [Cell, number]>,
  isLivingKnown: (cell: Cell) => boolean,
  isCovered: (cell: Cell) => boolean,
): PartitionByDay {
  const inside = workers.filter(({ occupation }) => isCovered(occupation!));
  return {
    workers: inside,
    personsOutside: personsAt(workers) - personsAt(inside),
    homes: persons.filter(({ home }) => isLivingKnown(home) && isCovered(home)),
    inhabitants: new Map([...living].filter(([cell]) => isCovered(cell))),
    room: placesByArea(room),
  };
}

const placesOf = ({ inhabitants, room }: PartitionByDay): ByWhereabouts<Places> => ({
  at_home: placesByArea(inhabitants),
  away: room,
});

/**
 * How likely the panel's persons are where they are, by each way to follow room: see `roomLikelihoods`.
 * @param earlier groups of the partition in the version before
 * @returns `null` where the partition has no groups of that kind
 */
export function likelihoodsIn(
  byDay: PartitionByDay,
  earlier: readonly GroupFigure[] = [],
): ByWhereabouts<Float64Array | null> {
  const places = placesOf(byDay);
  const parts = groupPartition(workplacesOf(byDay.workers), places, earlier);
  return byWhereabouts((whereabouts) => {
    const part = parts.find((part) => part.whereabouts === whereabouts);
    const inhabitants = whereabouts === 'away' ? byDay.inhabitants : undefined;
    return part ? roomLikelihoods(places[whereabouts], part.workplaces, inhabitants) : null;
  });
}

/** By what a partition is counted. */
export interface CountRules {
  readonly weightOf: WeightOf;
  readonly room: ByWhereabouts<RoomFollowed>;
  /** Groups of the partition in the version before. */
  readonly earlier?: readonly GroupFigure[] | undefined;
  readonly round?: RoundPeople | undefined;
}

/** The groups of a partition, and who is counted in it. */
export interface CountedPartition extends Omit<Released, 'people'> {
  readonly persons: number;
  readonly personsOutside: number;
}

export function countByDay(
  byDay: PartitionByDay,
  { weightOf, room, earlier, round }: CountRules,
): CountedPartition & { readonly people: MillipersonsByCell } {
  const places = placesOf(byDay);
  const scales = scalesOf(byDay, places, room);
  const people = new Map<Cell, number>();
  const groups: GroupFigure[] = [];
  const coded = { groups: 0, persons: 0 };
  let withheld = 0;
  for (const part of groupPartition(workplacesOf(byDay.workers, weightOf), places, earlier)) {
    const released = releasePart(part, {
      ...{ earlier, round },
      places: places[part.whereabouts],
      scaleOf: scales[part.whereabouts],
    });
    for (const [cell, millipersons] of released.people) addTo(people, cell, millipersons);
    for (const group of released.groups) groups.push(group);
    coded.groups += released.coded.groups;
    coded.persons += released.coded.persons;
    withheld += released.withheld;
  }
  return {
    ...{ people, groups, coded, withheld },
    persons: personsAt(byDay.workers),
    personsOutside: byDay.personsOutside,
  };
}

/** People in the very cells where the panel was found: for comparison, never for release. */
export function countWhereFoundIn(workers: readonly PanelPersons[], weightOf: WeightOf): MillipersonsByCell {
  const found = new Map<Cell, number>();
  for (const { home, occupation, persons } of workers) addTo(found, occupation!, persons * weightOf(home));
  return roundToMillipersons(found);
}

/** One way to split the panel, with the weights of both halves. */
export interface WeightedSplit {
  readonly split: Split;
  readonly weights: readonly [WeightOf, WeightOf];
}

/**
 * Counts zones of a partition by both halves of each split: see `compareHalves`.
 * @param zones of each split
 * @param weight people that a person of the whole panel stands for
 * @param partition for the draw
 */
export function compareSplits(
  byDay: PartitionByDay,
  splits: readonly WeightedSplit[],
  {
    room,
    zones,
    weight,
    partition,
  }: Pick<CountRules, 'room'> & {
    readonly zones: number;
    readonly weight: number;
    readonly partition: Cell;
  },
): ComparedZone[] {
  const cells = placesOf(byDay);
  const scales = scalesOf(byDay, cells, room);
  // Zones are sums of whole areas, so that it does not matter where in an area people are.
  const places = byWhereabouts((whereabouts) => sumsOfAreas(cells[whereabouts]));
  return splits.flatMap(({ split, weights }) => {
    const [workers, homes] = [byDay.workers, byDay.homes].map((persons) => splitPersons(persons, split));
    const halves = weights.map((weightOf, half) =>
      countHalf(workers[half], homes[half], { weightOf, minPersons: split.minPersons, places, scales }),
    );
    const [one, other] = halves;
    if (!one || !other) return [];
    return compareHalves([one, other], byDay.inhabitants, weight, zones, `${partition} ${split.number}`);
  });
}

/** @returns `null` where a half of the partition is too small for a group */
function countHalf(
  workers: readonly PanelPersons[],
  homes: readonly PanelPersons[],
  {
    weightOf,
    minPersons,
    places,
    scales,
  }: {
    readonly weightOf: WeightOf;
    readonly minPersons: number;
    readonly places: ByWhereabouts<Places>;
    readonly scales: ByWhereabouts<(area: Cell) => number>;
  },
): HalfCounts | null {
  const workplaces = workplacesOf(workers, weightOf);
  const parts = groupPartition(workplaces, places, [], minPersons);
  if (parts.every(({ groups }) => groups.length === 0)) return null;
  const spread = new Map<Cell, number>();
  for (const part of parts) {
    const { people } = releasePart(part, {
      minPersons,
      places: places[part.whereabouts],
      scaleOf: scales[part.whereabouts],
    });
    for (const [cell, millipersons] of people) addTo(spread, cell, millipersons);
  }
  const living = new Map<Cell, number>();
  for (const { home, persons } of homes) addTo(living, home, persons * weightOf(home));
  const inhabitants = [...living.values()].reduce((sum, people) => sum + people, 0);
  const atHome = workplaces.at_home.reduce((sum, { people }) => sum + people, 0);
  return {
    spread,
    found: countWhereFoundIn(workers, weightOf),
    homes: roundToMillipersons(living),
    share_at_home: inhabitants > 0 ? atHome / inhabitants : 0,
  };
}

const scalesOf = (
  { inhabitants }: PartitionByDay,
  places: ByWhereabouts<Places>,
  room: ByWhereabouts<RoomFollowed>,
): ByWhereabouts<(area: Cell) => number> => ({
  at_home: roomScales(places.at_home, room.at_home),
  away: roomScales(places.away, room.away, inhabitants),
});

/** Each area as one place. */
const sumsOfAreas = (places: Places): Places =>
  new Map(
    Array.from(places, ([area, sizes]) => {
      let sum = 0;
      for (const size of sizes.values()) sum += size;
      return [area, new Map([[area, sum]])] as const;
    }),
  );

function workplacesOf(
  workers: readonly PanelPersons[],
  weightOf: WeightOf = () => 1,
): ByWhereabouts<Workplace[]> {
  const workplaces = { at_home: [] as Workplace[], away: [] as Workplace[] };
  for (const { home, occupation, persons } of workers) {
    const own = occupation === home ? workplaces.at_home : workplaces.away;
    own.push({ cell: areaOfGroup(occupation!), persons, people: persons * weightOf(home) });
  }
  return workplaces;
}

export const byWhereabouts = <T>(of: (whereabouts: (typeof WHEREABOUTS)[number]) => T): ByWhereabouts<T> =>
  Object.fromEntries(WHEREABOUTS.map((whereabouts) => [whereabouts, of(whereabouts)])) as ByWhereabouts<T>;

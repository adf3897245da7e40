/** Counts a partition of a panel in stages: weighting classes, likeliest areas, training samples, groups, split halves. */
import { cellToLatLng } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { millipersonsOf } from '../numbers/round-to-millipersons.ts';
import { indexOfSorted, sortedDistinct } from '../numbers/sorted-numbers.ts';
import { sumByKey } from '../numbers/sum-by-key.ts';
import {
  cellAtResolution,
  numbersBelow,
  PARTITION_RESOLUTION,
  partitionOf,
} from '../partitions/partitions.ts';
import {
  addPeople,
  type ByWhereabouts,
  type GroupFigure,
  type GroupTotal,
  groupPartition,
  type Released,
  type ReleaseOptions,
  releasePart,
  sumOf,
  WHEREABOUTS,
  type Whereabouts,
  type Workplaces,
} from './count-partition.ts';
import type { Centres } from './disc-sums.ts';
import { expectedPersons, learnExpected } from './expected-persons.ts';
import type { RoundPeople } from './keyed-rounding.ts';
import {
  type ComparedZone,
  compareHalves,
  type HalfCounts,
  type Split,
  seedsOf,
  splitPersons,
} from './learn-variance.ts';
import { areasNear, likeliestAreaIn } from './likeliest-areas.ts';
import {
  cellOf,
  numberOfIndex,
  type PersonsInColumns,
  partitionOfIndex,
  selectPersons,
} from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';
import {
  areaAround,
  type PeopleByCell,
  type Places,
  type PlacesByUse,
  placesIn,
  type RoomByCell,
  sumsOfAreas,
} from './partition-columns.ts';
import { type PersonsByArea, type RoomExponents, roomLikelihoods, roomScales } from './room-exponents.ts';
import {
  type Inhabitants,
  type WeightingClass,
  type WeightParameters,
  weightingClasses,
  weightsIn,
} from './survey-weights.ts';
import { type GroupsByUse, groupsByUse, type UseFactors, weighUses } from './use-factors.ts';

/** People for each person, by `indexOf` the home. */
export type WeightOf = (home: number) => number;
export type ClassesOfHalves = readonly [readonly WeightingClass[], readonly WeightingClass[]];

export interface PartitionHomes {
  readonly classes: readonly WeightingClass[];
  /** By split; the cells are those of `classes`. */
  readonly halves: readonly ClassesOfHalves[];
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
  const numbers = Uint32Array.from(known.home, numberOfIndex);
  const classes = weightingClasses({ home: numbers, persons: known.persons }, inhabitants, earlier);
  const cells = classes.flatMap(({ cell }) => cell ?? []);
  const seeds = seedsOf(known);
  return {
    classes,
    halves: splits.map((split) => {
      const [one, other] = splitPersons(known.persons, seeds, split).map((persons) =>
        weightingClasses({ home: numbers, persons }, inhabitants, cells),
      );
      return [one, other];
    }),
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

/** A partition's people and room by day, inside the coverage. */
export interface PartitionByDay {
  readonly partition: Cell;
  /** By usual occupation place. */
  readonly workers: PersonsInColumns;
  /** Not among `workers`: their place is not covered. */
  readonly personsOutside: number;
  /** The area in which each row of `workers` counts. */
  readonly areas: Uint32Array;
  /** By which `areas` were found: see `expectedPersons`. */
  readonly expected: readonly GroupTotal[];
  /** Persons by home, where inhabitants are known. */
  readonly homes: PersonsInColumns;
  readonly inhabitants: PeopleByCell;
  /** For people away from home: floor area, or a little next to roads. */
  readonly room: PlacesByUse;
}

/**
 * @param workers by usual occupation place in the partition, `persons` by home
 * @param room inside the coverage
 * @param isLivingKnown by number of the cell in the partition, like `isCovered`
 * @param earlier persons expected by the version before, if it has groups here
 */
export function layOutByDay(
  partition: Cell,
  workers: PersonsInColumns,
  persons: PersonsInColumns,
  living: PeopleByCell,
  room: RoomByCell,
  isLivingKnown: (number: number) => boolean,
  isCovered: (number: number) => boolean,
  earlier?: readonly GroupTotal[],
): PartitionByDay {
  const inside = selectPersons(workers, (row) => isCovered(numberOfIndex(workers.occupation[row])));
  const places = { ...placesIn(partition, room.cell, room.size), use: room.use };
  const byArea = sumsOfAreas(places);
  const near = areasNear(byArea);
  const expected = earlier ?? learnExpected(byArea, foundAway(inside), near);
  const isLivedIn = living.cell.map((number) => (isCovered(number) ? 1 : 0));
  return {
    partition,
    workers: inside,
    areas: areasOf(inside, likeliestAreaIn(expectedPersons(byArea, expected), near)),
    expected,
    personsOutside: sumOf(workers.persons) - sumOf(inside.persons),
    homes: selectPersons(persons, (row) => {
      const home = numberOfIndex(persons.home[row]);
      return isLivingKnown(home) && isCovered(home);
    }),
    inhabitants: {
      cell: living.cell.filter((_, i) => isLivedIn[i] === 1),
      millipersons: living.millipersons.filter((_, i) => isLivedIn[i] === 1),
    },
    room: places,
  };
}

const placesOf = (
  { partition, inhabitants, room }: PartitionByDay,
  factors?: UseFactors,
): ByWhereabouts<Places> => ({
  at_home: placesIn(partition, inhabitants.cell, inhabitants.millipersons),
  away: factors ? weighUses(room, factors) : room,
});

/** `null` without groups of that kind. */
export interface LearntFrom {
  /** See `roomLikelihoods`. */
  readonly likelihoods: ByWhereabouts<Float64Array | null>;
  /** Away from home. */
  readonly uses: GroupsByUse | null;
}

/** @param earlier groups of the version before */
export function learnIn(byDay: PartitionByDay, earlier: readonly GroupFigure[] = []): LearntFrom {
  const places = placesOf(byDay);
  const parts = groupPartition(workplacesOf(byDay.workers, byDay.areas), places, earlier);
  const partOf = (whereabouts: Whereabouts) => parts.find((part) => part.whereabouts === whereabouts);
  const away = partOf('away');
  return {
    likelihoods: byWhereabouts((whereabouts) => {
      const part = partOf(whereabouts);
      const inhabitants = whereabouts === 'away' ? byDay.inhabitants : undefined;
      return part ? roomLikelihoods(places[whereabouts], part.workplaces, inhabitants) : null;
    }),
    uses: away && away.groups.length > 0 ? groupsByUse(away, byDay.room) : null,
  };
}

export interface CountRules {
  readonly weightOf: WeightOf;
  readonly room: ByWhereabouts<RoomExponents>;
  readonly use_factors: UseFactors;
  readonly earlier?: readonly GroupFigure[] | undefined;
  readonly round?: RoundPeople | undefined;
}

export interface CountedPartition extends Omit<Released, 'people'> {
  readonly persons: number;
  readonly personsOutside: number;
  readonly expected: readonly GroupTotal[];
}

export function countByDay(
  byDay: PartitionByDay,
  { weightOf, room, use_factors, earlier, round }: CountRules,
): CountedPartition & { readonly people: PeopleByCell } {
  const { workers, areas, personsOutside, expected } = byDay;
  const places = placesOf(byDay, use_factors);
  const scales = scalesOf(byDay, places, room);
  const released = release(workplacesOf(workers, areas, weightOf), places, scales, { earlier, round });
  return { ...released, persons: sumOf(workers.persons), personsOutside, expected };
}

function release(
  workplaces: ByWhereabouts<Workplaces>,
  places: ByWhereabouts<Places>,
  scales: ByWhereabouts<(area: number) => number>,
  options: Omit<ReleaseOptions, 'places' | 'scaleOf'>,
): Released {
  const parts = groupPartition(workplaces, places, options.earlier, options.minPersons).map((part) =>
    releasePart(part, {
      ...options,
      places: places[part.whereabouts],
      scaleOf: scales[part.whereabouts],
    }),
  );
  const [first, ...others] = parts.map(({ people }) => people);
  const total = (of: (part: Released) => number): number => parts.reduce((sum, part) => sum + of(part), 0);
  return {
    people: addPeople(first, ...others),
    groups: parts.flatMap(({ groups }) => groups),
    coded: { groups: total(({ coded }) => coded.groups), persons: total(({ coded }) => coded.persons) },
    withheld: total(({ withheld }) => withheld),
  };
}

function roundedByCell(places: Float64Array, people: Float64Array): PeopleByCell {
  const { key, sums } = sumByKey(Uint32Array.from(places, numberOfIndex), people);
  return addPeople({ cell: key, millipersons: millipersonsOf(sums[0]) });
}

const peopleOf = ({ home, persons }: Pick<PersonsInColumns, 'home' | 'persons'>, weightOf: WeightOf) =>
  home.map((own, row) => persons[row] * weightOf(own));

export interface WeightedSplit {
  readonly split: Split;
  readonly weights: readonly [WeightOf, WeightOf];
}

/**
 * See `compareHalves`.
 * @param zones of each split
 * @param weight people for each person of the whole panel
 */
export function compareSplits(
  byDay: PartitionByDay,
  splits: readonly WeightedSplit[],
  {
    room,
    use_factors,
    zones,
    weight,
  }: Pick<CountRules, 'room' | 'use_factors'> & { readonly zones: number; readonly weight: number },
): ComparedZone[] {
  const { workers, areas, homes, partition } = byDay;
  const cells = placesOf(byDay, use_factors);
  const scales = scalesOf(byDay, cells, room);
  // Zones are sums of areas: cells within one do not matter.
  const places = byWhereabouts((whereabouts) => sumsOfAreas(cells[whereabouts]));
  const living = inAreas(byDay.inhabitants);
  const centresOf = centresIn(partition);
  const [seedsOfWorkers, seedsOfHomes] = [workers, homes].map(seedsOf);
  /** `null` for a half too small for a group. */
  const countHalf = (
    { minPersons }: Split,
    weightOf: WeightOf,
    atWork: PersonsInColumns,
    atHome: PersonsInColumns,
  ): HalfCounts | null => {
    const workplaces = workplacesOf(atWork, areas, weightOf);
    const { groups, people } = release(workplaces, places, scales, { minPersons });
    if (groups.length === 0) return null;
    const living = peopleOf(atHome, weightOf);
    const inhabitants = sumOf(living);
    return {
      spread: people,
      found: inAreas(roundedByCell(atWork.occupation, peopleOf(atWork, weightOf))),
      homes: inAreas(roundedByCell(atHome.home, living)),
      share_at_home: inhabitants > 0 ? sumOf(workplaces.at_home.people) / inhabitants : 0,
    };
  };
  return splits.flatMap(({ split, weights }) => {
    const workersOf = splitPersons(workers.persons, seedsOfWorkers, split);
    const homesOf = splitPersons(homes.persons, seedsOfHomes, split);
    const [one, other] = weights.map((weightOf, half) =>
      countHalf(
        split,
        weightOf,
        { ...workers, persons: workersOf[half] },
        { ...homes, persons: homesOf[half] },
      ),
    );
    if (!one || !other) return [];
    const seed = `${partition} ${split.number}`;
    return compareHalves([one, other], living, { centresOf, weight, zones, seed });
  });
}

const scalesOf = (
  { inhabitants }: PartitionByDay,
  places: ByWhereabouts<Places>,
  room: ByWhereabouts<RoomExponents>,
): ByWhereabouts<(area: number) => number> => ({
  at_home: roomScales(places.at_home, room.at_home),
  away: roomScales(places.away, room.away, inhabitants),
});

/** Of finest areas; a cache. */
function centresIn(partition: Cell): (areas: Uint32Array) => Centres {
  const resolution = PRIVACY.finest_resolution;
  const [lon, lat] = [0, 1].map(() => new Float64Array(numbersBelow(PARTITION_RESOLUTION, resolution)));
  return (areas) => {
    // No centre is at 0° and 0° exactly.
    for (const area of areas.filter((area) => lon[area] === 0 && lat[area] === 0))
      [lat[area], lon[area]] = cellToLatLng(cellAtResolution(partition, area, resolution));
    return {
      lon: Float64Array.from(areas, (area) => lon[area]),
      lat: Float64Array.from(areas, (area) => lat[area]),
    };
  };
}

/** By number of the area. */
const inAreas = ({ cell, millipersons }: PeopleByCell): PeopleByCell =>
  addPeople({ cell: cell.map(areaAround), millipersons });

/** At home where found, else in the likeliest area near. */
function areasOf(
  { home, occupation }: PersonsInColumns,
  likeliestArea: (found: number) => number,
): Uint32Array {
  return Uint32Array.from(occupation, (place, row) => {
    const found = areaAround(numberOfIndex(place));
    return place === home[row] ? found : likeliestArea(found);
  });
}

function foundAway(workers: PersonsInColumns): PersonsByArea {
  const { occupation, persons } = selectPersons(
    workers,
    (row) => workers.occupation[row] !== workers.home[row],
  );
  return { area: Uint32Array.from(occupation, (place) => areaAround(numberOfIndex(place))), persons };
}

function workplacesOf(
  workers: PersonsInColumns,
  areas: Uint32Array,
  weightOf: WeightOf = () => 1,
): ByWhereabouts<Workplaces> {
  const { home, occupation, persons } = workers;
  const people = peopleOf(workers, weightOf);
  return byWhereabouts((whereabouts) => {
    const isAtHome = whereabouts === 'at_home';
    const rows = Uint32Array.from(home.keys()).filter((row) => (occupation[row] === home[row]) === isAtHome);
    return {
      area: Uint32Array.from(rows, (row) => areas[row]),
      persons: Float64Array.from(rows, (row) => persons[row]),
      people: Float64Array.from(rows, (row) => people[row]),
    };
  });
}

export const byWhereabouts = <T>(of: (whereabouts: (typeof WHEREABOUTS)[number]) => T): ByWhereabouts<T> =>
  Object.fromEntries(WHEREABOUTS.map((whereabouts) => [whereabouts, of(whereabouts)])) as ByWhereabouts<T>;

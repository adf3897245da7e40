/**
 * Forms k-anonymous groups of a partition's persons, and disaggregates the figure of each group over its cells (dasymetric
 * mapping): persons at home by inhabitants, others by capacity.
 */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { groupBy, membersOf } from '../base/numbers/groups.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { millipersonsOf } from '../base/numbers/round-to-millipersons.ts';
import { joined, sumByKey } from '../base/numbers/sum-by-key.ts';
import type { PersonsByArea } from './capacity-exponents.ts';
import { formGroups, Membership } from './h3-groups.ts';
import type { RoundPeople } from './keyed-rounding.ts';
import { PRIVACY } from './parameters.ts';
import { NOBODY, type PeopleByCell, type Places } from './partition-columns.ts';

/** Persons are either at home in working hours or away, at their usual occupation place. */
export const WHEREABOUTS = ['at_home', 'away'] as const;
export type Whereabouts = (typeof WHEREABOUTS)[number];
export type ByWhereabouts<T> = Readonly<Record<Whereabouts, T>>;

export const byWhereabouts = <T>(of: (whereabouts: Whereabouts) => T): ByWhereabouts<T> => ({
  at_home: of('at_home'),
  away: of('away'),
});

/** Persons, and the people they stand for, by area of the usual occupation place. */
export interface Workplaces extends PersonsByArea {
  readonly people: Float64Array;
}

export interface GroupFigure {
  readonly whereabouts: Whereabouts;
  readonly cell: Cell;
  /** Persons of the panel, never fewer than the threshold. */
  readonly persons: number;
  /** People before rounding. */
  readonly people: number;
  /** People in the tiles: rounded, and 0 without places. */
  readonly released: number;
}

export const peopleOf = (groups: readonly GroupFigure[]): number =>
  groups.reduce((sum, { people }) => sum + people, 0);

export interface GroupedPart {
  readonly whereabouts: Whereabouts;
  readonly groups: readonly Cell[];
  readonly workplaces: Workplaces;
}

export const areaOfGroup = (cell: Cell): Cell => parentOf(cell, PRIVACY.finest_resolution);

/**
 * Groups persons at home separately if both kinds have enough; else all count as away.
 * @param earlier groups of the version before, which stay
 */
export function groupPartition(
  workplaces: ByWhereabouts<Workplaces>,
  places: ByWhereabouts<Places>,
  earlier: readonly GroupFigure[] = [],
  minPersons: number = PRIVACY.min_persons,
): GroupedPart[] {
  const part = (whereabouts: Whereabouts, own: Workplaces): GroupedPart => ({
    whereabouts,
    groups:
      earlier.length > 0
        ? earlier.filter((group) => group.whereabouts === whereabouts).map(({ cell }) => cell)
        : groupsOf(own, places[whereabouts], minPersons),
    workplaces: own,
  });
  const apart = WHEREABOUTS.map((whereabouts) => part(whereabouts, workplaces[whereabouts]));
  return apart.every(({ groups }) => groups.length > 0)
    ? apart
    : [part('away', together(workplaces.at_home, workplaces.away))];
}

export interface ReleaseOptions {
  readonly places: Places;
  /** See `capacityScales`. */
  readonly scaleOf?: (area: number) => number;
  readonly earlier?: readonly GroupFigure[] | undefined;
  readonly round?: RoundPeople | undefined;
  readonly minPersons?: number;
}

export interface Released {
  readonly people: PeopleByCell;
  readonly groups: readonly GroupFigure[];
  /** Persons without a group, or of one without places: counted nowhere. */
  readonly withheld: number;
  readonly coded: { readonly groups: number; readonly persons: number };
}

/**
 * Computes figures of groups, and people by cell. If too few persons are left in a group of an earlier version, it is
 * bottom-coded: its figure is that of threshold persons by the mean weight of its last figure.
 */
export function releasePart(
  { whereabouts, groups, workplaces }: GroupedPart,
  {
    places,
    scaleOf = () => 1,
    earlier = [],
    round = (people) => people,
    minPersons = PRIVACY.min_persons,
  }: ReleaseOptions,
): Released {
  const coded = { groups: 0, persons: 0 };
  if (groups.length === 0) {
    return { people: NOBODY, groups: [], withheld: sumOf(workplaces.persons), coded };
  }
  const members = new Membership(groups, places.resolution);
  const [persons, people, size] = [0, 1, 2].map(() => new Float64Array(groups.length));
  for (const [i, area] of workplaces.area.entries()) {
    const group = members.of(area);
    persons[group] += workplaces.persons[i];
    people[group] += workplaces.people[i];
  }
  const outside = groups.length;
  const groupOf = new Uint32Array(places.area.length);
  for (let i = 0; i < groupOf.length; i++) {
    const area = places.area[i];
    const isOfLast = i > 0 && area === places.area[i - 1];
    const group = isOfLast ? groupOf[i - 1] : members.around(area);
    groupOf[i] = group < 0 ? outside : group;
    if (groupOf[i] < outside) size[group] += places.size[i] * scaleOf(area);
  }
  const placesOf = groupBy(groupOf, groups.length + 1);
  const listed = { cell: new GrowingArray(Uint32Array), millipersons: new GrowingArray(Float64Array) };
  let withheld = 0;
  const figures = groups.map((cell, group): GroupFigure => {
    const isCoded = persons[group] < minPersons;
    if (isCoded) {
      coded.groups++;
      coded.persons += persons[group];
    }
    if (size[group] === 0) withheld += persons[group];
    const figure = isCoded
      ? bottomCoded(whereabouts, cell, earlier, minPersons)
      : { persons: persons[group], people: people[group] };
    const released = size[group] > 0 ? round(figure.people, `${whereabouts} ${cell}`) : 0;
    const own = membersOf(placesOf, group);
    const shares = new Float64Array(own.length);
    for (let i = 0; i < own.length; i++) {
      shares[i] = (released * places.size[own[i]] * scaleOf(places.area[own[i]])) / size[group];
    }
    const { key, sums } = sumByKey(
      own.map((place) => places.cell[place]),
      shares,
    );
    listed.cell.append(key);
    listed.millipersons.append(millipersonsOf(sums[0]));
    return { whereabouts, cell, ...figure, released };
  });
  const inCells = { cell: listed.cell.view(), millipersons: listed.millipersons.view() };
  return { people: addPeople(inCells), groups: figures, withheld, coded };
}

/** Sums lists by cell, without empty cells. */
export function addPeople(...lists: readonly [PeopleByCell, ...PeopleByCell[]]): PeopleByCell {
  const [first, ...others] = lists;
  const cells = joined(first.cell, ...others.map(({ cell }) => cell));
  const { key, sums } = sumByKey(cells, joined(first.millipersons, ...others.map((own) => own.millipersons)));
  let count = 0;
  for (let i = 0; i < key.length; i++) {
    if (sums[0][i] === 0) continue;
    key[count] = key[i];
    sums[0][count++] = sums[0][i];
  }
  return { cell: key.slice(0, count), millipersons: sums[0].slice(0, count) };
}

function bottomCoded(
  whereabouts: Whereabouts,
  cell: Cell,
  earlier: readonly GroupFigure[],
  minPersons: number,
): { persons: number; people: number } {
  const before = earlier.find((group) => group.whereabouts === whereabouts && group.cell === cell);
  if (!before) throw new Error(`group ${cell} has too few persons, and no earlier figure`);
  return { persons: minPersons, people: (before.people * minPersons) / before.persons };
}

export const sumOf = (values: Float64Array): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

const together = (one: Workplaces, other: Workplaces): Workplaces => ({
  area: joined(one.area, other.area),
  persons: joined(one.persons, other.persons),
  people: joined(one.people, other.people),
});

/** Forms the k-anonymous groups of persons over places. */
export function groupsOf(
  workplaces: PersonsByArea,
  places: Places,
  minPersons: number = PRIVACY.min_persons,
): Cell[] {
  const [atWork, atPlaces] = [workplaces.area.length, places.area.length];
  const persons = new Float64Array(atWork + atPlaces);
  persons.set(workplaces.persons);
  const size = new Float64Array(atWork + atPlaces);
  size.set(places.size, atWork);
  const { key, sums } = sumByKey(joined(workplaces.area, places.area), persons, size);
  const { partition, resolution } = places;
  return formGroups({ partition, resolution, area: key, persons: sums[0], size: sums[1] }, minPersons);
}

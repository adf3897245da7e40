/**
 * People by day in one partition: persons of the panel are grouped, and each group's figure is disaggregated over its places.
 * Whoever works at home is disaggregated by inhabitants, everybody else by room (dasymetric mapping).
 */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { roundToMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import { type AreaContent, formGroups, membershipIn } from './h3-groups.ts';
import type { RoundPeople } from './keyed-rounding.ts';
import { PRIVACY } from './parameters.ts';
import type { Places } from './room-followed.ts';

/** At home in working hours, or elsewhere. */
export const WHEREABOUTS = ['at_home', 'away'] as const;
export type Whereabouts = (typeof WHEREABOUTS)[number];
export type ByWhereabouts<T> = Readonly<Record<Whereabouts, T>>;

/** Persons of the panel with one usual occupation place, and the people that they stand for. */
export interface Workplace {
  /** The finest area that they count in, one of those that places belong to or of the same resolution. */
  readonly cell: Cell;
  readonly persons: number;
  readonly people: number;
}

/** A k-anonymous group with its figure. */
export interface GroupFigure {
  readonly whereabouts: Whereabouts;
  readonly cell: Cell;
  /** Persons of the panel that the figure rests on: never fewer than the threshold. */
  readonly persons: number;
  /** People that these persons stand for, before rounding. */
  readonly people: number;
  /** People of the group in the tiles: rounded, and 0 while the group has no places. */
  readonly released: number;
}

/** Persons of one partition who are grouped together. */
export interface GroupedPart {
  readonly whereabouts: Whereabouts;
  readonly groups: readonly Cell[];
  readonly workplaces: readonly Workplace[];
}

export const areaOfGroup = (cell: Cell): Cell => parentOf(cell, PRIVACY.finest_resolution);

/**
 * Groups the persons of one partition. Persons at home have groups of their own where there are enough of both kinds; else all
 * count as away. A partition with groups in the version before keeps exactly these.
 * @param earlier groups of the partition in the version before
 */
export function groupPartition(
  workplaces: ByWhereabouts<readonly Workplace[]>,
  places: ByWhereabouts<Places>,
  earlier: readonly GroupFigure[] = [],
  minPersons: number = PRIVACY.min_persons,
): GroupedPart[] {
  const part = (whereabouts: Whereabouts, own: readonly Workplace[]): GroupedPart => ({
    whereabouts,
    groups:
      earlier.length > 0
        ? earlier.filter((group) => group.whereabouts === whereabouts).map(({ cell }) => cell)
        : formGroups(contentsOf(own, places[whereabouts]), minPersons),
    workplaces: own,
  });
  const apart = WHEREABOUTS.map((whereabouts) => part(whereabouts, workplaces[whereabouts]));
  return apart.every(({ groups }) => groups.length > 0)
    ? apart
    : [part('away', [...workplaces.at_home, ...workplaces.away])];
}

export interface ReleaseOptions {
  /** What groups are disaggregated over, */
  readonly places: Places;
  /** and what the sizes of an area's places are multiplied by: see `roomScales`. */
  readonly scaleOf?: (area: Cell) => number;
  /** Groups of the partition in the version before. */
  readonly earlier?: readonly GroupFigure[] | undefined;
  readonly round?: RoundPeople | undefined;
  readonly minPersons?: number;
}

export interface Released {
  readonly people: MillipersonsByCell;
  readonly groups: readonly GroupFigure[];
  /** Persons who are counted nowhere: their partition has no group, or their group has no places. */
  readonly withheld: number;
  /** Groups with fewer persons than the threshold, and these persons: bottom coding. */
  readonly coded: { readonly groups: number; readonly persons: number };
}

/**
 * The figures of a part's groups, and who is in which cell. A group of a later version with too few persons has the figure of as
 * many persons as the threshold, by the mean weight of its last figure (bottom coding): so no figure of any version rests on fewer.
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
  const people = new Map<Cell, number>();
  if (groups.length === 0) {
    return { people, groups: [], withheld: personsAt(workplaces), coded: { groups: 0, persons: 0 } };
  }
  const memberOf = membershipIn(groups);
  const contents = new Map(
    groups.map((cell) => [cell, { persons: 0, people: 0, size: 0, areas: [] as Cell[] }]),
  );
  for (const { cell, persons, people } of workplaces) {
    const content = contents.get(memberOf(cell).group)!;
    content.persons += persons;
    content.people += people;
  }
  for (const [area, sizes] of places) {
    const { group, isInside } = memberOf(area);
    if (!isInside) continue;
    const content = contents.get(group)!;
    content.areas.push(area);
    const scale = scaleOf(area);
    for (const size of sizes.values()) content.size += size * scale;
  }
  let withheld = 0;
  const coded = { groups: 0, persons: 0 };
  const figures = Array.from(contents, ([cell, content]): GroupFigure => {
    const isCoded = content.persons < minPersons;
    if (isCoded) {
      coded.groups++;
      coded.persons += content.persons;
    }
    if (content.size === 0) withheld += content.persons;
    const figure = isCoded ? bottomCoded(whereabouts, cell, earlier, minPersons) : content;
    const released = content.size > 0 ? round(figure.people, `${whereabouts} ${cell}`) : 0;
    const shares = new Map<Cell, number>();
    for (const area of content.areas) {
      const scale = scaleOf(area);
      for (const [cell, size] of places.get(area)!)
        addTo(shares, cell, (released * size * scale) / content.size);
    }
    for (const [cell, millipersons] of roundToMillipersons(shares)) addTo(people, cell, millipersons);
    return { whereabouts, cell, persons: figure.persons, people: figure.people, released };
  });
  return { people, groups: figures, withheld, coded };
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

export const personsAt = (workplaces: readonly { readonly persons: number }[]): number =>
  workplaces.reduce((sum, { persons }) => sum + persons, 0);

function contentsOf(workplaces: readonly Workplace[], places: Places): Map<Cell, AreaContent> {
  const contents = new Map<Cell, { persons: number; size: number }>();
  for (const [area, sizes] of places) {
    let size = 0;
    for (const own of sizes.values()) size += own;
    contents.set(area, { persons: 0, size });
  }
  for (const { cell, persons } of workplaces) {
    const content = contents.get(cell) ?? { persons: 0, size: 0 };
    contents.set(cell, content);
    content.persons += persons;
  }
  return contents;
}

/** People at their usual occupation places → people per cell, no figure resting on fewer persons than the threshold. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';
import { type EarlierGroup, followGroups } from './follow-groups.ts';
import { type Group, inOrder, mergeUpwards } from './merge-upwards.ts';
import { PRIVACY } from './parameters.ts';
import { followRoom, learnRoomFollowed, type RoomFollowed } from './room-followed.ts';

/** Persons of the panel with one usual occupation place, and the people that they stand for. */
export interface Workplace {
  readonly cell: Cell;
  readonly persons: number;
  readonly people: number;
}

/** A group with its figure, and how that is spread over its places. */
export interface SpreadGroup extends EarlierGroup, RoomFollowed {
  /** The figure before it is rounded. */
  readonly people: number;
}

export interface SpreadWorkers {
  readonly people: Map<Cell, number>;
  readonly groups: SpreadGroup[];
  /** Persons who are counted nowhere, as too few of them are left: see `followGroups`. */
  readonly withheld: number;
}

export interface Grouped {
  /** Groups of the version before, which this one follows: see `followGroups`. People are spread by room as they were. */
  readonly earlier?: readonly SpreadGroup[] | undefined;
  /** Persons that a group holds at least. */
  readonly minPersons?: number;
  /** Of a group's people, what is released. */
  readonly round?: ((people: number, group: { readonly cell: Cell }) => number) | undefined;
  /** Where they are known and not the room itself: see `learnRoomFollowed`. */
  readonly inhabitants?: MillipersonsByCell | undefined;
  /** How people follow room, where it is learnt already. */
  readonly followed?: RoomFollowed | undefined;
}

/**
 * Groups workplaces until each group holds enough persons, and spreads a group's people over all places in its area by
 * their room as far as the panel follows it, whether or not the panel was seen there; areas that joined it for want of
 * persons for miles around get nothing. So every figure is a sum of fixed shares of whole groups: neither a count, nor the
 * difference of two, nor a cell's being empty tells of fewer persons than that.
 * @param room of the cells where people can be
 * @throws TooFewPersons
 */
export function spreadWorkers(
  workplaces: readonly Workplace[],
  room: ReadonlyMap<Cell, number>,
  {
    earlier = [],
    minPersons = PRIVACY.min_persons,
    round = (people) => people,
    inhabitants,
    followed = followedBy(earlier) ?? learnRoomFollowed(room, workplaces, inhabitants),
  }: Grouped = {},
): SpreadWorkers {
  const places = followRoom(room, followed, inhabitants);
  const areaOf = (cell: Cell): Cell => parentOf(cell, PRIVACY.finest_resolution);
  const areas = new Map<Cell, { persons: number; size: number; people: number; places: Cell[] }>();
  const at = (cell: Cell) => {
    const area = areas.get(areaOf(cell)) ?? { persons: 0, size: 0, people: 0, places: [] };
    areas.set(areaOf(cell), area);
    return area;
  };
  for (const [cell, size] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const area = at(cell);
    area.size += size;
    area.places.push(cell);
  }
  for (const { cell, persons, people } of workplaces) {
    const area = at(cell);
    area.persons += persons;
    area.people += people;
  }
  const { finest_resolution, coarsest_resolution } = PRIVACY;
  const peopleOf = ({ areas: own, joined }: Pick<Group, 'areas' | 'joined'>): number =>
    [...own, ...joined].reduce((sum, area) => sum + (areas.get(area)?.people ?? 0), 0);
  const merging = [areas, finest_resolution, coarsest_resolution, minPersons] as const;
  const {
    groups: counted,
    kept,
    withheld,
  } = earlier.length === 0
    ? { groups: mergeUpwards(...merging), kept: [], withheld: 0 }
    : followGroups(...merging, earlier);
  const groups = inOrder([
    ...counted.map(
      ({ size: _, ...group }): SpreadGroup => ({
        ...group,
        people: peopleOf(group),
        is_kept: false,
        ...followed,
      }),
    ),
    ...kept.map((group) => asFewest(group, minPersons)),
  ]);
  const spread = new Map<Cell, number>();
  for (const group of groups) {
    const people = round(group.people, group);
    const own = group.areas.flatMap((area) => areas.get(area)?.places ?? []);
    const size = own.reduce((sum, cell) => sum + places.get(cell)!, 0);
    for (const cell of own) spread.set(cell, (people * places.get(cell)!) / size);
  }
  return { people: spread, groups, withheld };
}

/** How the people of groups follow room: all of them alike. */
export function followedBy(groups: readonly SpreadGroup[]): RoomFollowed | undefined {
  const [first] = groups;
  if (!first) return undefined;
  const { room_exponent, inhabitants_exponent, roadside_factor } = first;
  return { room_exponent, inhabitants_exponent, roadside_factor };
}

/** What is known of a group by its earlier figure alone: so many persons of it as a group needs. */
const asFewest = <G extends SpreadGroup>(group: G, minPersons: number): G => ({
  ...group,
  persons: minPersons,
  people: (group.people * minPersons) / group.persons,
  is_kept: true,
});

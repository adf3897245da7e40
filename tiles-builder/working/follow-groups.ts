/**
 * Groups of a version that follows another: they stay as they were, and what is left of those that have become too small is
 * released only where no difference of the two versions rests on fewer persons than a group.
 */
import { cellToParent, getResolution } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import {
  type AreaContent,
  climb,
  type Group,
  type GrowingGroup,
  inOrder,
  joinNearest,
} from './merge-upwards.ts';

/** A group of an earlier version. */
export interface EarlierGroup {
  readonly cell: Cell;
  readonly areas: readonly Cell[];
  readonly joined: readonly Cell[];
  /** Persons that its figure rested on. */
  readonly persons: number;
  /** Whether the figure was that of a version before. */
  readonly is_kept: boolean;
}

export interface FollowingGroups<G extends EarlierGroup> {
  readonly groups: Group[];
  /** Groups of which so little is left that they keep their earlier figure. */
  readonly kept: G[];
  /** Persons who are counted nowhere: those of kept groups, and a few where nobody was before. */
  readonly withheld: number;
}

/** What a group consists of, as the earlier version tells it apart. */
interface Part {
  readonly persons: number;
  /** So many persons at least came or went since the earlier version. */
  readonly changed: number;
}

interface Followed<G> extends GrowingGroup {
  readonly parts: readonly Part[];
  /** `null` where it is several of them, or new. */
  readonly earlier: G | null;
}

/**
 * A group that still holds enough persons stays as it was, whatever it could be split into by now. What is left of others is
 * merged with groups around it until nothing that can be found by subtracting earlier figures rests on too few persons:
 * see {@link fewestBehindDifference}. Where that fails up to `coarsest`, a group keeps its earlier figure. On new ground there
 * are new groups, and who is left over there is not counted. So every group is one of the earlier version, a union of them,
 * or new.
 * @param contents by the finest areas, all cells of resolution `finest`
 * @returns groups by cell in ascending order
 */
export function followGroups<G extends EarlierGroup>(
  contents: ReadonlyMap<Cell, AreaContent>,
  finest: number,
  coarsest: number,
  minPersons: number,
  earlier: readonly G[],
): FollowingGroups<G> {
  const followed = earlier.map((group) => follow(group, contents));
  const isCareful = ({ size, parts }: Followed<G>): boolean =>
    size > 0 && fewestBehindDifference(parts) >= minPersons;
  const inhabited = followed.filter((group) => !isEmpty(group));
  const grouped = new Set(inhabited.flatMap(({ areas, joined }) => [...areas, ...joined]));
  const fresh = climb(
    new Map([...contents].filter(([area]) => !grouped.has(area))),
    finest,
    coarsest,
    minPersons,
  );
  const groups = new Set([...inhabited.filter(isCareful), ...fresh.groups.map((group) => asNew<G>(group))]);
  let pending = inhabited.filter((group) => !isCareful(group));
  for (let resolution = finest; resolution >= coarsest && pending.length > 0; resolution--) {
    const around = groupBy([...groups], resolution);
    const still: Followed<G>[] = [];
    for (const [cell, remains] of groupBy(pending, resolution)) {
      const merged = cell && mergeCarefully(cell, remains, around.get(cell) ?? [], isCareful);
      if (merged) {
        for (const group of merged.taken) groups.delete(group);
        groups.add(merged.group);
      } else for (const group of remains) still.push(group);
    }
    pending = still;
  }
  if (groups.size > 0) joinNearest(fresh.left.filter(isEmpty), [...groups]);
  const left = [...pending, ...fresh.left.filter((part) => !isEmpty(part))];
  return {
    groups: inOrder([...groups].map(({ parts: _, earlier: __, ...group }) => group)),
    kept: pending.flatMap(({ earlier }) => earlier ?? []),
    withheld: left.reduce((sum, { persons }) => sum + persons, 0),
  };
}

const isEmpty = ({ persons }: AreaContent): boolean => persons === 0;

/** A group where nobody was in the earlier version. */
const asNew = <G>(group: GrowingGroup): Followed<G> => ({
  ...group,
  parts: [{ persons: group.persons, changed: group.persons }],
  earlier: null,
});

/**
 * Who subtracts earlier figures of some parts of a group from its figure is left with the persons of the other parts, and
 * with those who came or went in the parts subtracted: the fewest persons that this can come down to.
 */
export function fewestBehindDifference(parts: readonly Part[]): number {
  const fewest = parts.reduce((sum, { persons, changed }) => sum + Math.min(persons, changed), 0);
  const leftOver = parts.reduce(
    (least, { persons, changed }) => Math.min(least, Math.max(0, persons - changed)),
    Infinity,
  );
  return fewest + leftOver;
}

/** The remains in a cell with as few groups around them as it takes, those first in which most persons changed. */
function mergeCarefully<G>(
  cell: Cell,
  remains: readonly Followed<G>[],
  around: readonly Followed<G>[],
  isCareful: (group: Followed<G>) => boolean,
): { group: Followed<G>; taken: Followed<G>[] } | null {
  const changeOf = ({ parts }: Followed<G>): number => parts.reduce((sum, { changed }) => sum + changed, 0);
  const candidates = around.filter((group) => changeOf(group) > 0).sort((a, b) => changeOf(b) - changeOf(a));
  for (let count = 0; count <= candidates.length; count++) {
    const taken = candidates.slice(0, count);
    const group = union(cell, [...remains, ...taken]);
    if (isCareful(group)) return { group, taken };
  }
  return null;
}

const union = <G>(cell: Cell, groups: readonly Followed<G>[]): Followed<G> => ({
  cell,
  areas: groups.flatMap(({ areas }) => areas),
  joined: groups.flatMap(({ joined }) => joined),
  persons: groups.reduce((sum, { persons }) => sum + persons, 0),
  size: groups.reduce((sum, { size }) => sum + size, 0),
  parts: groups.flatMap(({ parts }) => parts),
  earlier: null,
});

/** By the parent of that resolution; `null` for those that are coarser. */
function groupBy<G>(groups: readonly Followed<G>[], resolution: number): Map<Cell | null, Followed<G>[]> {
  return Map.groupBy(groups, ({ cell }) =>
    getResolution(cell) < resolution ? null : cellToParent(cell, resolution),
  );
}

/** With what the group's areas contain now; those without anything stay in it. */
function follow<G extends EarlierGroup>(earlier: G, contents: ReadonlyMap<Cell, AreaContent>): Followed<G> {
  const sum = (of: keyof AreaContent, areas: readonly Cell[]): number =>
    areas.reduce((total, area) => total + (contents.get(area)?.[of] ?? 0), 0);
  const persons = sum('persons', [...earlier.areas, ...earlier.joined]);
  const changed = earlier.is_kept ? 0 : Math.abs(persons - earlier.persons);
  return {
    cell: earlier.cell,
    areas: [...earlier.areas],
    joined: [...earlier.joined],
    persons,
    size: sum('size', earlier.areas),
    parts: [{ persons, changed }],
    earlier,
  };
}

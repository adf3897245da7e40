/** Merges areas up the H3 hierarchy until each group holds enough persons of the panel. */
import { cellToLatLng, cellToParent, greatCircleDistance, UNITS } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';

/** What lies in one of the finest areas. */
export interface AreaContent {
  /** Persons of the panel. */
  readonly persons: number;
  /** What the persons stand for or are spread over: inhabitants, or floor area. */
  readonly size: number;
}

export interface Group extends AreaContent {
  /** The H3 cell that it is, less the finer groups in it. */
  readonly cell: Cell;
  /** The finest areas in it. */
  readonly areas: readonly Cell[];
  /** Areas of which too little was left over for a group of their own, and which count with this one. */
  readonly joined: readonly Cell[];
}

/** The whole panel holds fewer persons than one group needs. */
export class TooFewPersons extends Error {
  override readonly name = 'TooFewPersons';
}

interface GrowingGroup {
  readonly cell: Cell;
  readonly areas: Cell[];
  readonly joined: Cell[];
  persons: number;
  size: number;
}

/**
 * Every area ends in exactly one group. An area with enough persons (and a size) is a group by itself; what is left in
 * its parent is tried together, and so on up to `coarsest`. What is left over there joins the nearest group.
 * @param contents by the finest areas, all cells of resolution `finest`
 * @param earlier groups of an earlier version: one that still holds enough persons stays as it was, whatever it could be
 *   split into by now, so that comparing two versions tells of nobody for whose sake groups were changed
 * @returns groups by cell in ascending order; the same cells whatever the order of `contents`
 * @throws TooFewPersons
 */
export function mergeUpwards(
  contents: ReadonlyMap<Cell, AreaContent>,
  finest: number,
  coarsest: number,
  minPersons: number,
  earlier: readonly Pick<Group, 'cell' | 'areas' | 'joined'>[] = [],
): Group[] {
  const isEnough = (group: AreaContent): boolean => group.persons >= minPersons && group.size > 0;
  const groups = earlier.map((group) => regroup(group, contents)).filter(isEnough);
  const settledAreas = new Set(groups.flatMap(({ areas, joined }) => [...areas, ...joined]));
  let pending = [...contents]
    .filter(([cell]) => !settledAreas.has(cell))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, { persons, size }]): GrowingGroup => ({ cell, areas: [cell], joined: [], persons, size }));
  for (let resolution = finest; resolution >= coarsest; resolution--) {
    const byCell = new Map<Cell, GrowingGroup>();
    for (const part of pending) {
      const cell = cellToParent(part.cell, resolution);
      const group = byCell.get(cell) ?? { cell, areas: [], joined: [], persons: 0, size: 0 };
      byCell.set(cell, group);
      group.areas.push(...part.areas);
      group.persons += part.persons;
      group.size += part.size;
    }
    pending = [];
    for (const group of byCell.values()) (isEnough(group) ? groups : pending).push(group);
  }
  if (groups.length === 0) return [oneGroup(pending, minPersons)];
  const settled = groups.map((group) => ({ group, centre: cellToLatLng(group.cell) }));
  for (const left of pending) {
    const from = cellToLatLng(left.cell);
    const distance = (to: [number, number]): number => greatCircleDistance(from, to, UNITS.km);
    const { group } = settled.reduce((nearest, candidate) =>
      distance(candidate.centre) < distance(nearest.centre) ? candidate : nearest,
    );
    group.joined.push(...left.areas);
    group.persons += left.persons;
    group.size += left.size;
  }
  return groups.sort((a, b) =>
    a.cell < b.cell || (a.cell === b.cell && a.areas[0]! < b.areas[0]!) ? -1 : 1,
  );
}

/** The group's areas with what they contain now; those that contain nothing any more are left out. */
function regroup(
  { cell, areas, joined }: Pick<Group, 'cell' | 'areas' | 'joined'>,
  contents: ReadonlyMap<Cell, AreaContent>,
): GrowingGroup {
  const isThere = (area: Cell): boolean => contents.has(area);
  const group = { cell, areas: areas.filter(isThere), joined: joined.filter(isThere), persons: 0, size: 0 };
  for (const area of group.areas) group.size += contents.get(area)!.size;
  for (const area of [...group.areas, ...group.joined]) group.persons += contents.get(area)!.persons;
  return group;
}

function oneGroup(parts: readonly GrowingGroup[], minPersons: number): Group {
  const persons = parts.reduce((sum, part) => sum + part.persons, 0);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (persons < minPersons || size <= 0)
    throw new TooFewPersons(`${persons} persons, ${minPersons} are needed`);
  const biggest = parts.reduce((a, b) => (b.persons > a.persons ? b : a));
  return { cell: biggest.cell, areas: parts.flatMap((part) => part.areas), joined: [], persons, size };
}

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

/** A group in the making: areas may be added to it. */
export interface GrowingGroup extends AreaContent {
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
 * @returns groups by cell in ascending order; the same cells whatever the order of `contents`
 * @throws TooFewPersons
 */
export function mergeUpwards(
  contents: ReadonlyMap<Cell, AreaContent>,
  finest: number,
  coarsest: number,
  minPersons: number,
): Group[] {
  const { groups, left } = climb(contents, finest, coarsest, minPersons);
  if (groups.length === 0) return [oneGroup(left, minPersons)];
  joinNearest(left, groups);
  return inOrder(groups);
}

/** As {@link mergeUpwards}, but what is left over at `coarsest` joins no group. */
export function climb(
  contents: ReadonlyMap<Cell, AreaContent>,
  finest: number,
  coarsest: number,
  minPersons: number,
): { groups: GrowingGroup[]; left: GrowingGroup[] } {
  const groups: GrowingGroup[] = [];
  let pending = [...contents]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cell, { persons, size }]): GrowingGroup => ({ cell, areas: [cell], joined: [], persons, size }));
  for (let resolution = finest; resolution >= coarsest; resolution--) {
    const byCell = new Map<Cell, GrowingGroup>();
    for (const part of pending) {
      const cell = cellToParent(part.cell, resolution);
      const group = byCell.get(cell) ?? { cell, areas: [], joined: [], persons: 0, size: 0 };
      byCell.set(cell, group);
      for (const area of part.areas) group.areas.push(area);
      group.persons += part.persons;
      group.size += part.size;
    }
    pending = [];
    for (const group of byCell.values()) {
      const isEnough = group.persons >= minPersons && group.size > 0;
      (isEnough ? groups : pending).push(group);
    }
  }
  return { groups, left: pending };
}

/** Persons of the smallest of some groups; infinitely many where there is none. */
export const fewestPersons = (groups: readonly { readonly persons: number }[]): number =>
  groups.reduce((fewest, { persons }) => Math.min(fewest, persons), Infinity);

/** Adds what is left over to the nearest of the groups, of which there is one at least. */
export function joinNearest(left: readonly GrowingGroup[], groups: readonly GrowingGroup[]): void {
  const nearestTo = nearestOf(groups);
  for (const part of left) {
    const group = nearestTo(part.cell);
    for (const area of part.areas) group.joined.push(area);
    group.persons += part.persons;
    group.size += part.size;
  }
}

/** @param places one at least @returns what gives the one nearest to a cell, from centre to centre; the first of several */
export function nearestOf<Place extends { readonly cell: Cell }>(
  places: readonly Place[],
): (cell: Cell) => Place {
  const settled = places.map((place) => ({ place, centre: cellToLatLng(place.cell) }));
  return (cell) => {
    const from = cellToLatLng(cell);
    const distance = (to: [number, number]): number => greatCircleDistance(from, to, UNITS.km);
    return settled.reduce((nearest, candidate) =>
      distance(candidate.centre) < distance(nearest.centre) ? candidate : nearest,
    ).place;
  };
}

export const inOrder = <G extends Pick<Group, 'cell' | 'areas'>>(groups: readonly G[]): G[] =>
  [...groups].sort((a, b) =>
    a.cell < b.cell || (a.cell === b.cell && String(a.areas[0]) < String(b.areas[0])) ? -1 : 1,
  );

function oneGroup(parts: readonly GrowingGroup[], minPersons: number): Group {
  const persons = parts.reduce((sum, part) => sum + part.persons, 0);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (persons < minPersons || size <= 0)
    throw new TooFewPersons(`${persons} persons, ${minPersons} are needed`);
  const biggest = parts.reduce((a, b) => (b.persons > a.persons ? b : a));
  return { cell: biggest.cell, areas: parts.flatMap((part) => part.areas), joined: [], persons, size };
}

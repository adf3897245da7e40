/**
 * k-anonymous groups of areas by microaggregation up the H3 hierarchy. Groups are a fixed set of cells: statistical offices keep
 * output areas stable in the same way, against differencing (Duke-Williams & Rees: Can Census Offices publish statistics for
 * more than one small area geography?, 1998).
 */
import { cellToLatLng, greatCircleDistance, UNITS } from 'h3-js';
import { type Cell, parentOf, resolutionOf } from '../../src/geo/cells.ts';
import { AREA_RESOLUTION } from '../areas/areas.ts';

export interface AreaContent {
  /** Persons of the panel. */
  readonly persons: number;
  /** What the persons stand for or are spread over: inhabitants, or floor area. */
  readonly size: number;
}

/**
 * Forms the groups of one partition: a cell with enough persons and a size, after finer groups in it have been taken out, is a
 * group. Cells are tried from the finest areas up to the partition itself.
 * @param contents by area, all of one resolution and one partition
 * @returns cells in ascending order
 */
export function formGroups(contents: ReadonlyMap<Cell, AreaContent>, minPersons: number): Cell[] {
  const groups: Cell[] = [];
  let pending = contents;
  const [first] = contents.keys();
  for (let resolution = first ? resolutionOf(first) : 0; resolution >= AREA_RESOLUTION; resolution--) {
    const cells = new Map<Cell, { persons: number; size: number }>();
    for (const [part, { persons, size }] of pending) {
      const cell = parentOf(part, resolution);
      const sum = cells.get(cell) ?? { persons: 0, size: 0 };
      cells.set(cell, sum);
      sum.persons += persons;
      sum.size += size;
    }
    for (const [cell, { persons, size }] of cells) {
      if (persons < minPersons || size <= 0) continue;
      groups.push(cell);
      cells.delete(cell);
    }
    pending = cells;
  }
  return groups.sort();
}

/** Which group an area belongs to. */
export interface Membership {
  readonly group: Cell;
  /** Whether the area lies in the group's cell. Else its persons count there, and its places get nobody. */
  readonly isInside: boolean;
}

/**
 * The group of an area is its finest ancestor that is a group; if none is, the nearest group of its partition, from centre to
 * centre, the first of several. It depends on the set of groups alone.
 * @param groups of one partition, one at least
 */
export function membershipIn(groups: readonly Cell[]): (area: Cell) => Membership {
  const own = new Set(groups);
  const centres = groups.toSorted().map((cell) => ({ cell, centre: cellToLatLng(cell) }));
  const known = new Map<Cell, Membership>();
  const find = (area: Cell): Membership => {
    for (let resolution = resolutionOf(area); resolution >= AREA_RESOLUTION; resolution--) {
      const group = parentOf(area, resolution);
      if (own.has(group)) return { group, isInside: true };
    }
    const from = cellToLatLng(area);
    let nearest = { group: '', isInside: false };
    let nearest_km = Infinity;
    for (const { cell, centre } of centres) {
      const away_km = greatCircleDistance(from, centre, UNITS.km);
      if (away_km >= nearest_km) continue;
      nearest = { group: cell, isInside: false };
      nearest_km = away_km;
    }
    return nearest;
  };
  return (area) => {
    const membership = known.get(area) ?? find(area);
    known.set(area, membership);
    return membership;
  };
}

/** The partition that a group lies in, which may be the partition itself. */
export const partitionOf = (group: Cell): Cell => parentOf(group, AREA_RESOLUTION);

/** People at their usual occupation places → people per cell, no figure resting on fewer persons than the threshold. */
import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { type Group, mergeUpwards } from './merge-upwards.ts';
import { PRIVACY } from './parameters.ts';

/** Persons of the panel with one usual occupation place, and the people that they stand for. */
export interface Workplace {
  readonly cell: Cell;
  readonly persons: number;
  readonly people: number;
}

/** Groups as an earlier version had them: see `mergeUpwards`. */
export type EarlierGroups = readonly Pick<Group, 'cell' | 'areas' | 'joined'>[];

/**
 * Groups workplaces until each group holds enough persons, and spreads a group's people over all places in its area in
 * proportion to their sizes, whether or not the panel was seen there; areas that joined it for want of persons for miles
 * around get nothing. So every figure is a sum of fixed shares of whole
 * groups: neither a count, nor the difference of two, nor a cell's being empty tells of fewer persons than that.
 * @param places sizes of the cells where people can be
 * @throws TooFewPersons
 */
export function spreadWorkers(
  workplaces: readonly Workplace[],
  places: ReadonlyMap<Cell, number>,
  earlier: EarlierGroups = [],
): { people: Map<Cell, number>; groups: Group[] } {
  const areaOf = (cell: Cell): Cell => cellToParent(cell, PRIVACY.finest_resolution);
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
  const { min_persons, finest_resolution, coarsest_resolution } = PRIVACY;
  const groups = mergeUpwards(areas, finest_resolution, coarsest_resolution, min_persons, earlier);
  const spread = new Map<Cell, number>();
  for (const group of groups) {
    const people = [...group.areas, ...group.joined].reduce(
      (sum, area) => sum + (areas.get(area)?.people ?? 0),
      0,
    );
    const own = group.areas.flatMap((area) => areas.get(area)?.places ?? []);
    const size = own.reduce((sum, cell) => sum + places.get(cell)!, 0);
    for (const cell of own) spread.set(cell, (people * places.get(cell)!) / size);
  }
  return { people: spread, groups };
}

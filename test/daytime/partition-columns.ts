/** Partition's columns from and to maps. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Workplaces } from '../../tiles-builder/daytime/count-partition.ts';
import { PRIVACY } from '../../tiles-builder/daytime/parameters.ts';
import {
  areaAround,
  noPlacesIn,
  type PeopleByCell,
  type Places,
  placesIn,
} from '../../tiles-builder/daytime/partition-columns.ts';
import {
  cellInPartition,
  numberAtResolution,
  numberInPartition,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';

function columnsOf(values: ReadonlyMap<Cell, number>): readonly [Uint32Array, Float64Array] {
  const cells = [...values.keys()].sort();
  return [
    Uint32Array.from(cells, (cell) => numberInPartition(cell)),
    Float64Array.from(cells, (cell) => values.get(cell)!),
  ];
}

export function placesFrom(sizes: ReadonlyMap<Cell, number>): Places {
  const [first] = sizes.keys();
  return first === undefined ? noPlacesIn('') : placesIn(partitionOf(first), ...columnsOf(sizes));
}

export function peopleFrom(millipersonsByCell: ReadonlyMap<Cell, number>): PeopleByCell {
  const [cell, millipersons] = columnsOf(millipersonsByCell);
  return { cell, millipersons };
}

export const byCell = (partition: Cell, { cell, millipersons }: PeopleByCell): Map<Cell, number> =>
  new Map(Array.from(cell, (number, i) => [cellInPartition(partition, number), millipersons[i]]));

/** Thousandths by number of the group's area. */
export function peopleByArea(millipersonsByCell: ReadonlyMap<Cell, number>): PeopleByCell {
  const { cell, millipersons } = peopleFrom(millipersonsByCell);
  const sums = new Map<number, number>();
  for (const [i, number] of cell.entries()) {
    sums.set(areaAround(number), (sums.get(areaAround(number)) ?? 0) + millipersons[i]);
  }
  return { cell: Uint32Array.from(sums.keys()), millipersons: Float64Array.from(sums.values()) };
}

/** With an occupation place; and the people that they stand for. */
export interface Workplace {
  readonly cell: Cell;
  readonly persons: number;
  readonly people: number;
}

export const workplacesFrom = (
  list: readonly (Omit<Workplace, 'people'> & Partial<Workplace>)[],
): Workplaces => ({
  area: Uint32Array.from(list, ({ cell }) => numberAtResolution(cell, PRIVACY.finest_resolution)),
  persons: Float64Array.from(list, ({ persons }) => persons),
  people: Float64Array.from(list, ({ people = 0 }) => people),
});

/** Defines the columns of a partition's cells: people, capacity, and places over which people of a group are disaggregated. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { sumByKey } from '../base/numbers/sum-by-key.ts';
import { numbersBelow } from '../partitions/partitions.ts';
import { PRIVACY } from './parameters.ts';

/** Numbers of a partition's cells, ascending and distinct, and thousandths. */
export interface PeopleByCell {
  readonly cell: Uint32Array;
  readonly millipersons: Float64Array;
}

export const NOBODY: PeopleByCell = { cell: new Uint32Array(), millipersons: new Float64Array() };

/** Cells where people can be, sorted by the finest area of groups around them. */
export interface Places {
  readonly partition: Cell;
  /** H3 resolution of the areas. */
  readonly resolution: number;
  /** Numbers in the partition: areas, each contiguous, and cells. */
  readonly area: Uint32Array;
  readonly cell: Uint32Array;
  /** Capacity for persons, or inhabitants. */
  readonly size: Float64Array;
}

const CELLS_IN_AREA = numbersBelow(PRIVACY.finest_resolution, GRID_RESOLUTION);

/** Returns the finest area of groups around a cell. */
export const areaAround = (cell: number): number => Math.floor(cell / CELLS_IN_AREA);

/** @param cell ascending */
export const placesIn = (partition: Cell, cell: Uint32Array, size: Float64Array): Places => ({
  partition,
  resolution: PRIVACY.finest_resolution,
  area: cell.map(areaAround),
  cell,
  size,
});

export const noPlacesIn = (partition: Cell): Places =>
  placesIn(partition, new Uint32Array(), new Float64Array());

/** Sums entries in any order. */
export function sumPlaces(partition: Cell, cell: Uint32Array, size: Float64Array): Places {
  const { key, sums } = sumByKey(cell, size);
  return placesIn(partition, key, sums[0]);
}

/** Each area is one place. */
export function sumsOfAreas(places: Places): Places {
  const { key, sums } = sumByKey(places.area, places.size);
  const { partition, resolution } = places;
  return { partition, resolution, area: key, cell: key, size: sums[0] };
}

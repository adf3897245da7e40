/** Where people of one partition can be by day, in columns. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { USES_BY_DAY } from '../built-up/room-at-work.ts';
import { sumByKey } from '../numbers/sum-by-key.ts';
import { numbersBelow } from '../partitions/partitions.ts';
import { PRIVACY } from './parameters.ts';

/** People in cells of one partition, as `sumAllocations` has them: numbers of cells, ascending and distinct, and thousandths. */
export interface PeopleByCell {
  readonly cell: Uint32Array;
  readonly millipersons: Float64Array;
}

export const NOBODY: PeopleByCell = { cell: new Uint32Array(), millipersons: new Float64Array() };

/** Room for persons in cells of one partition: numbers of cells, ascending, one entry for each use of a cell. */
export interface RoomByCell {
  readonly cell: Uint32Array;
  /** Numbers of uses, ascending in each cell: see `USES_BY_DAY`. */
  readonly use: Uint8Array;
  readonly size: Float64Array;
}

export const NO_ROOM: RoomByCell = {
  cell: new Uint32Array(),
  use: new Uint8Array(),
  size: new Float64Array(),
};

/** Sums of room by cell and use. @param cell numbers of cells, with `use` and `size` in any order */
export function roomByUse(cell: Uint32Array, use: Uint8Array, size: Float64Array): RoomByCell {
  const uses = USES_BY_DAY.length;
  const { key, sums } = sumByKey(
    cell.map((own, i) => own * uses + use[i]),
    size,
  );
  return {
    cell: key.map((own) => Math.floor(own / uses)),
    use: Uint8Array.from(key, (own) => own % uses),
    size: sums[0],
  };
}

/** Cells where people can be, by the areas that persons are grouped in. */
export interface Places {
  readonly partition: Cell;
  /** Of the areas. */
  readonly resolution: number;
  /** By number in the partition: the area that each place belongs to, those of one area together, and its cell. */
  readonly area: Uint32Array;
  readonly cell: Uint32Array;
  /** What people are disaggregated by: room for persons, or inhabitants. */
  readonly size: Float64Array;
}

const CELLS_IN_AREA = numbersBelow(PRIVACY.finest_resolution, GRID_RESOLUTION);

/** The number of the area, of the finest of groups, that a cell lies in. */
export const areaAround = (cell: number): number => Math.floor(cell / CELLS_IN_AREA);

/** Places that belong to the area that they lie in. @param cell ascending */
export const placesIn = (partition: Cell, cell: Uint32Array, size: Float64Array): Places => ({
  partition,
  resolution: PRIVACY.finest_resolution,
  area: cell.map(areaAround),
  cell,
  size,
});

/** Places with what they are used for by day. */
export interface PlacesByUse extends Places {
  /** Numbers of uses: see `USES_BY_DAY`. */
  readonly use: Uint8Array;
}

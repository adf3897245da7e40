/**
 * Divides a build into partitions, H3 cells of resolution 4 whose borders follow small cells, with a halo of 4 km around each.
 * It finds those near a position or box by grid disks, and numbers their cells.
 */
import { cellToBoundary, cellToChildren, getPentagons, gridDisk, isValidCell } from 'h3-js';
import {
  type Cell,
  cellFromKey,
  GRID_RESOLUTION,
  keyBelow,
  parentOf,
  parentsOf,
} from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import { ANCESTOR_RESOLUTION, findIndex, indexed } from '../../src/geo/lattice-index.ts';
import type { BoundingBox } from '../../src/geo/positions.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { NEIGHBOURHOOD_RESOLUTION, neighbourhoodNumber } from './neighbourhoods.ts';

/** A partition has about 1,770 km². */
export const PARTITION_RESOLUTION = ANCESTOR_RESOLUTION;
/** A partition knows everything within this distance of it. */
export const HALO_M = 4_000;

/** Rings of neighbourhoods that reach at least 4.1 km from any position, also at pentagons; one more reaches 5.7 km. */
const RINGS = 3;
const MOST_RINGS = RINGS + 1;
const MOST_KNOWN = 100_000;
/** Positions this far apart suffice, as half a diagonal is less than one more ring reaches. */
const BOX_STEP_M = 2_000;
/** Upper bound of how far a neighbourhood's cells exceed its hexagon. */
const OUTSIDE_OF_HEXAGON_M = 1_000;

/** The cell may also be coarser than the grid. */
export const partitionOf = (cell: Cell): Cell => parentOf(cell, PARTITION_RESOLUTION);

/** Finds the partition at a position in degrees. */
export function partitionAt(lon: number, lat: number): Cell {
  findIndex(centreOfCellAt(lon, lat));
  return indexed.ancestor;
}

const known = new Map<number, readonly Cell[]>();

function partitionsAround(lon: number, lat: number, rings: number): readonly Cell[] {
  const key = neighbourhoodNumber(lon, lat) * (MOST_RINGS + 1) + rings;
  let partitions = known.get(key);
  if (!partitions) {
    const neighbourhood = parentOf(cellAt([lon, lat]), NEIGHBOURHOOD_RESOLUTION);
    partitions = parentsOf(gridDisk(neighbourhood, rings), PARTITION_RESOLUTION).sort();
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, partitions);
  }
  return partitions;
}

/** Finds partitions within HALO_M of a position in degrees, its own included, maybe one farther; ascending. */
export const partitionsNear = (lon: number, lat: number): readonly Cell[] =>
  partitionsAround(lon, lat, RINGS);

/** Finds partitions within HALO_M of a box in degrees, maybe some farther; ascending. There are none if west exceeds east. */
export function partitionsNearBox({ west, south, east, north }: BoundingBox): readonly Cell[] {
  const partitions = new Set<Cell>();
  const step_lat = BOX_STEP_M / METRES_PER_DEGREE;
  const rows = Math.ceil((north - south) / step_lat);
  for (let row = 0; row <= rows; row++) {
    const lat = rows === 0 ? south : south + ((north - south) * row) / rows;
    const step_lon = step_lat / Math.max(1e-3, Math.cos((lat * Math.PI) / 180));
    const columns = Math.ceil((east - west) / step_lon);
    for (let column = 0; column <= columns; column++) {
      const lon = columns === 0 ? west : west + ((east - west) * column) / columns;
      for (const partition of partitionsAround(lon, lat, MOST_RINGS)) partitions.add(partition);
    }
  }
  return [...partitions].sort();
}

const CHILDREN = 7;

/** Returns how many numbers cells of a resolution have within a coarser cell. */
export const numbersBelow = (coarser: number, resolution: number): number =>
  CHILDREN ** (resolution - coarser);

/** Converts the digits of a cell's index below the partition's to a number in base 7. */
export const numberInPartition = (cell: Cell): number => numberAtResolution(cell, GRID_RESOLUTION);

export const numberAtResolution = (cell: Cell, resolution: number): number =>
  numberOfKey(keyBelow(cell, PARTITION_RESOLUTION, resolution));

const PENTAGONS = new Set(getPentagons(PARTITION_RESOLUTION));

/** @throws RangeError for an unknown number */
export const cellInPartition = (partition: Cell, number: number): Cell =>
  cellAtResolution(partition, number, GRID_RESOLUTION);

/** @throws RangeError for an unknown number */
export function cellAtResolution(partition: Cell, number: number, resolution: number): Cell {
  const cell = cellFromKey(partition, PARTITION_RESOLUTION, keyOfNumber(number), resolution);
  if (
    number >= numbersBelow(PARTITION_RESOLUTION, resolution) ||
    (PENTAGONS.has(partition) && !isValidCell(cell))
  ) {
    throw new RangeError(`partition ${partition} has no cell ${number}`);
  }
  return cell;
}

const MOST_DIGITS = 10;
const BITS_A_DIGIT = 3;

/** Converts digits from base 8, see {@link keyBelow}. */
export function numberOfKey(key: number): number {
  let number = 0;
  for (let shift = BITS_A_DIGIT * (MOST_DIGITS - 1); shift >= 0; shift -= BITS_A_DIGIT)
    number = CHILDREN * number + ((key >>> shift) & 7);
  return number;
}

export function keyOfNumber(number: number): number {
  let key = 0;
  for (let rest = number, place = 1; rest > 0; rest = Math.floor(rest / CHILDREN), place *= 8)
    key += (rest % CHILDREN) * place;
  return key;
}

/** Returns degrees; a partition across the antimeridian or around a pole has all longitudes. */
export function boxAroundPartition(partition: Cell): BoundingBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let first: number | undefined;
  for (const part of cellToChildren(partition, NEIGHBOURHOOD_RESOLUTION)) {
    for (const [lat, lon] of cellToBoundary(part)) {
      first ??= lon;
      const nearest = lon - 360 * Math.round((lon - first) / 360);
      west = Math.min(west, nearest);
      east = Math.max(east, nearest);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  const margin_lat = (HALO_M + OUTSIDE_OF_HEXAGON_M) / METRES_PER_DEGREE;
  const farthest_lat = Math.max(Math.abs(south), Math.abs(north)) + margin_lat;
  const isAtPole = farthest_lat >= 90 || east - west >= 180;
  if (isAtPole) {
    const [s, n] = north > 0 ? [south - margin_lat, 90] : [-90, north + margin_lat];
    return { west: -180, south: s, east: 180, north: n };
  }
  const margin_lon = margin_lat / Math.cos((farthest_lat * Math.PI) / 180);
  const box = {
    west: west - margin_lon,
    south: south - margin_lat,
    east: east + margin_lon,
    north: north + margin_lat,
  };
  return box.west < -180 || box.east > 180 ? { ...box, west: -180, east: 180 } : box;
}

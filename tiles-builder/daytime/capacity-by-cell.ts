/**
 * Sums by cell how many people can be there by day: in buildings, divided by footprint, in mapped establishments, and along
 * roads without buildings near. People are disaggregated in proportion to it.
 */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../base/numbers/add-to.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { coordinateUnits } from '../geometry/coordinate-units.ts';
import { cellAt, GridCells } from '../geometry/grid-cells.ts';
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { Buildings } from '../partitions/built-up/building-records.ts';
import { type Establishments, NO_ESTABLISHMENTS } from '../partitions/built-up/day-records.ts';
import { centresInside } from '../partitions/centres-inside.ts';
import {
  numberInPartition,
  numberOfKey,
  numbersBelow,
  PARTITION_RESOLUTION,
  partitionAt,
} from '../partitions/partitions.ts';
import { ROADSIDE_PERSONS } from './parameters.ts';
import { type Places, sumPlaces } from './partition-columns.ts';

/** Some 130 m wide: a building in it leaves its roads without capacity. */
const NEIGHBOURHOOD_RESOLUTION = 10;

/**
 * @param buildings within the partition's halo
 * @param roadside numbers of the partition's cells
 * @returns capacity in cells of the partition with centres inside the coverage
 */
export function capacityInPartition(
  partition: Cell,
  buildings: Buildings,
  roadside: Uint32Array,
  coverage: PlanarArea,
  establishments: Establishments = NO_ESTABLISHMENTS,
): Places {
  const cells = new GrowingArray(Uint32Array);
  const sizes = new GrowingArray(Float64Array);
  const add = (cell: number, size: number): void => {
    cells.push(cell);
    sizes.push(size);
  };
  for (const parts of capacityOfEach(partition, buildings, coverage)) for (const part of parts) add(...part);
  for (const cell of bareRoadside(partition, cells.view(), roadside, coverage)) add(cell, ROADSIDE_PERSONS);
  const isCovered = centresInside(partition, coverage);
  for (const [i, persons] of establishments.persons.entries()) {
    const cell = numberInPartition(cellAt([establishments.lon[i], establishments.lat[i]]));
    if (isCovered(cell)) add(cell, persons);
  }
  return sumPlaces(partition, cells.view(), sizes.view());
}

/**
 * Sums capacity by anchors: that of a building is at its {@link anchorIn}, that of a roadside cell at itself.
 * @param buildings within the partition's halo
 * @param roadside numbers of the partition's cells
 */
export function placesInPartition(
  partition: Cell,
  buildings: Buildings,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Places {
  const rows: [anchor: number, cell: number, size: number][] = [];
  for (const parts of capacityOfEach(partition, buildings, coverage)) {
    const anchor = Math.min(...parts.map(([cell]) => cell));
    for (const [cell, size] of parts) rows.push([anchor, cell, size]);
  }
  const built = rows.map(([, cell]) => cell);
  for (const cell of bareRoadside(partition, built, roadside, coverage))
    rows.push([cell, cell, ROADSIDE_PERSONS]);
  rows.sort(([one], [other]) => one - other);
  return {
    partition,
    resolution: GRID_RESOLUTION,
    area: Uint32Array.from(rows, ([anchor]) => anchor),
    cell: Uint32Array.from(rows, ([, cell]) => cell),
    size: Float64Array.from(rows, ([, , size]) => size),
  };
}

/** Yields the capacity of buildings with a vertex in the partition, or owned by it. */
function* capacityOfEach(
  partition: Cell,
  buildings: Buildings,
  coverage: PlanarArea,
): Generator<CapacityInCell[]> {
  const grid = new GridCells(coverage);
  for (const [i, isOwned] of buildings.isOwned.entries()) {
    const vertices = (): Position[] => buildings.footprints.zoneOf(i).flat(2);
    if (isOwned === 0 && !vertices().some(([lon, lat]) => partitionAt(lon, lat) === partition)) continue;
    yield capacityOfBuilding(partition, buildings, i, grid);
  }
}

type CapacityInCell = [cell: number, size: number];

/**
 * Divides a building's capacity over cells of the partition inside the coverage.
 * @param within an outline that has to contain at least `least` square degrees of the building
 */
function capacityOfBuilding(
  partition: Cell,
  { footprints, capacityAtWork_m2 }: Buildings,
  building: number,
  grid: GridCells,
  within: readonly PlanarArea[] = [],
  least = 0,
): CapacityInCell[] {
  const footprint = footprints.areaOf(building);
  const perSquareDegree = capacityAtWork_m2[building] * squareMetresPerSquareDegree(footprint.box.south);
  const shares = [...grid.coveredShares(footprint, ...within)];
  if (shares.reduce((sum, [, area]) => sum + area, 0) < least) return [];
  return shares.flatMap(([centre, area]) => {
    const cell = numberOfCentre(partition, centre);
    return cell === null ? [] : [[cell, area * perSquareDegree]];
  });
}

/**
 * Finds the cell that stands for a building: the first of the partition's cells that the building covers.
 * @param covered cell centres
 */
export function anchorIn(partition: Cell, covered: Iterable<PointNumber>): number | null {
  let anchor: number | null = null;
  for (const centre of covered) {
    const cell = numberOfCentre(partition, centre);
    if (cell !== null && (anchor === null || cell < anchor)) anchor = cell;
  }
  return anchor;
}

function numberOfCentre(partition: Cell, centre: PointNumber): number | null {
  findIndex(centre);
  return indexed.ancestor === partition ? numberOfKey(indexed.key) : null;
}

const CELLS_IN_NEIGHBOURHOOD = numbersBelow(NEIGHBOURHOOD_RESOLUTION, GRID_RESOLUTION);
const NEIGHBOURHOODS = numbersBelow(PARTITION_RESOLUTION, NEIGHBOURHOOD_RESOLUTION);

/**
 * Roadside cells without a building near.
 * @param built cells
 */
function bareRoadside(
  partition: Cell,
  built: Iterable<number>,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): number[] {
  const neighbourhoodOf = (cell: number): number => Math.floor(cell / CELLS_IN_NEIGHBOURHOOD);
  const isBuilt = new Uint8Array(NEIGHBOURHOODS);
  for (const cell of built) isBuilt[neighbourhoodOf(cell)] = 1;
  const isCovered = centresInside(partition, coverage);
  return [...roadside].filter((cell) => isBuilt[neighbourhoodOf(cell)] === 0 && isCovered(cell));
}

/** Share of the smaller: less in common with an outline is a neighbour's building, drawn a little off. */
const LEAST_IN_COMMON = 0.1;

/**
 * @param buildings within the partition's halo
 * @returns capacity by cell of the partition, inside the coverage and an outline: of each building its part there, and along
 *   `roadside`, the outline's cells, where none of its buildings is near
 */
export function capacityInOutlines(
  partition: Cell,
  buildings: Buildings,
  coverage: PlanarArea,
): (outline: PlanarArea, roadside: Iterable<number>) => Map<number, number> {
  const { footprints } = buildings;
  const grid = new GridCells(coverage);
  const index = footprints.boxIndex();
  return (outline, roadside) => {
    const { west, south, east, north } = outline.box;
    const capacity = new Map<number, number>();
    const near = index?.search(...([west, south, east, north].map(coordinateUnits) as Box)) ?? [];
    for (const i of near.sort((a, b) => a - b)) {
      const least = LEAST_IN_COMMON * Math.min(footprints.areaOf(i).area(), outline.area());
      const parts = capacityOfBuilding(partition, buildings, i, grid, [outline], least);
      for (const [cell, size] of parts) addTo(capacity, cell, size);
    }
    for (const cell of bareRoadside(partition, capacity.keys(), roadside, coverage))
      capacity.set(cell, ROADSIDE_PERSONS);
    return capacity;
  };
}

type Box = [west: number, south: number, east: number, north: number];

/** Room by day in cells: in buildings and, without any near, along roads. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import type { Buildings } from '../built-up/building-records.ts';
import { type Establishments, NO_ESTABLISHMENTS } from '../built-up/day-records.ts';
import { numberOfUse } from '../built-up/room-at-work.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import type { Footprints } from '../geometry/footprints.ts';
import { cellAt, cellsOf, type FootprintCells, GridCells } from '../geometry/grid-cells.ts';
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { addTo } from '../numbers/add-to.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { centresInside } from '../partitions/centres-inside.ts';
import {
  numberInPartition,
  numberOfKey,
  numbersBelow,
  PARTITION_RESOLUTION,
  partitionAt,
} from '../partitions/partitions.ts';
import { ROADSIDE_PERSONS } from './parameters.ts';
import { type Places, type RoomByCell, roomByUse } from './places.ts';

/** Some 130 m wide: a building in it leaves its roads without room. */
const NEIGHBOURHOOD_RESOLUTION = 10;
const ROADSIDE = numberOfUse('roadside');
/** From a position to the centre of its cell, at most. */
const MOST_TO_CENTRE_M = 25;

/**
 * Room in a partition's own buildings by the partition of its cells, inside the coverage.
 * @param buildings without the halo
 * @param owned their cells
 */
export function roomOfBuildings(
  buildings: Buildings,
  owned: FootprintCells,
  coverage: PlanarArea,
): Map<Cell, RoomByCell> {
  const { count, footprints, roomAtWork_m2, useByDay } = buildings;
  const grid = new GridCells(coverage);
  const rooms = new Map<Cell, RoomRows>();
  const add = (building: number, centre: PointNumber, size: number): void => {
    findIndex(centre);
    const room = rooms.get(indexed.ancestor) ?? new RoomRows();
    if (room.isEmpty) rooms.set(indexed.ancestor, room);
    room.add(numberOfKey(indexed.key), useByDay[building], size);
  };
  for (let i = 0; i < count; i++) {
    const box = boxOf(footprints, i);
    const perSquareDegree = roomAtWork_m2[i] * squareMetresPerSquareDegree(box.south);
    if (coverage.relationOf(aroundCentres(box)) === 'inside') {
      const [from, to] = cellsOf(owned, i);
      for (let at = from; at < to; at++) add(i, owned.centre[at], owned.area[at] * perSquareDegree);
      continue;
    }
    const isInside = coverage.relationOf(box) === 'inside';
    const shares = isInside ? grid.sharesOf(owned, i) : grid.coveredShares(footprints.areaOf(i));
    for (const [centre, share] of shares) add(i, centre, share * perSquareDegree);
  }
  return new Map(Array.from(rooms, ([partition, room]) => [partition, room.sums()]));
}

/**
 * @param inBuildings of all partitions, see {@link roomOfBuildings}
 * @param roadside numbers of the partition's cells
 * @returns room in cells of the partition with centres inside the coverage
 */
export function roomInPartition(
  partition: Cell,
  inBuildings: readonly RoomByCell[],
  roadside: Uint32Array,
  coverage: PlanarArea,
  establishments: Establishments = NO_ESTABLISHMENTS,
): RoomByCell {
  const room = new RoomRows(inBuildings);
  for (const cell of bareRoadside(partition, room.cells, roadside, coverage))
    room.add(cell, ROADSIDE, ROADSIDE_PERSONS);
  const isCovered = centresInside(partition, coverage);
  for (const [i, use] of establishments.use.entries()) {
    const cell = numberInPartition(cellAt([establishments.lon[i], establishments.lat[i]]));
    if (isCovered(cell)) room.add(cell, use, establishments.persons[i]);
  }
  return room.sums();
}

/** Rows in any order. */
class RoomRows {
  readonly #cell = new GrowingArray(Uint32Array);
  readonly #use = new GrowingArray(Uint8Array);
  readonly #size = new GrowingArray(Float64Array);

  constructor(first: readonly RoomByCell[] = []) {
    for (const { cell, use, size } of first) {
      this.#cell.append(cell);
      this.#use.append(use);
      this.#size.append(size);
    }
  }

  get isEmpty(): boolean {
    return this.#cell.length === 0;
  }

  get cells(): Uint32Array {
    return this.#cell.view();
  }

  add(cell: number, use: number, size: number): void {
    this.#cell.push(cell);
    this.#use.push(use);
    this.#size.push(size);
  }

  /** By cell and use. */
  sums(): RoomByCell {
    return roomByUse(this.cells, this.#use.view(), this.#size.view());
  }
}

/**
 * Room by anchors: all of a building belongs to its {@link anchorIn}, a roadside cell to itself.
 * @param buildings within the partition's halo
 * @param roadside numbers of the partition's cells
 */
export function placesInPartition(
  partition: Cell,
  buildings: Buildings,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Places {
  const room = new RoomInBuildings(new GridCells(coverage));
  const { footprints } = buildings;
  const anchored = new Map<number, Map<number, number>>();
  const at = (anchor: number): Map<number, number> => {
    const own = anchored.get(anchor) ?? new Map<number, number>();
    anchored.set(anchor, own);
    return own;
  };
  for (const [i, isOwned] of buildings.isOwned.entries()) {
    const vertices = (): Position[] => footprints.zoneOf(i).flat(2);
    if (isOwned === 0 && !vertices().some(([lon, lat]) => partitionAt(lon, lat) === partition)) continue;
    const parts = room.add(buildings, i);
    const anchor = anchorIn(
      partition,
      parts.map(([centre]) => centre),
    );
    if (anchor === null) continue;
    for (const [centre, size] of parts) {
      const cell = numberOfCentre(partition, centre);
      if (cell !== null) addTo(at(anchor), cell, size);
    }
  }
  const own = room.in(partition);
  const built = new Set(own.keys());
  for (const [cell, size] of withRoadside(partition, own, roadside, coverage)) {
    if (!built.has(cell)) at(cell).set(cell, size);
  }
  const all = [...anchored].flatMap(([anchor, sizes]) =>
    Array.from(sizes, ([cell, size]) => [anchor, cell, size] as const),
  );
  return {
    partition,
    resolution: GRID_RESOLUTION,
    area: Uint32Array.from(all, ([anchor]) => anchor),
    cell: Uint32Array.from(all, ([, cell]) => cell),
    size: Float64Array.from(all, ([, , size]) => size),
  };
}

/** Holds the centres of all cells that a box meets. */
function aroundCentres({ west, south, east, north }: BoundingBox): BoundingBox {
  const high = MOST_TO_CENTRE_M / METRES_PER_DEGREE;
  const wide = high / Math.cos((south * Math.PI) / 180);
  return { west: west - wide, south: south - high, east: east + wide, north: north + high };
}

/** In degrees. */
function boxOf(footprints: Footprints, building: number): BoundingBox {
  const [west, south, east, north] = footprints.boxOf(building);
  return {
    west: west / UNITS_PER_DEGREE,
    south: south / UNITS_PER_DEGREE,
    east: east / UNITS_PER_DEGREE,
    north: north / UNITS_PER_DEGREE,
  };
}

/**
 * The cell that stands for a building: the first of the partition's that it covers.
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

/** `null` outside the partition. */
function numberOfCentre(partition: Cell, centre: PointNumber): number | null {
  findIndex(centre);
  return indexed.ancestor === partition ? numberOfKey(indexed.key) : null;
}

const CELLS_IN_NEIGHBOURHOOD = numbersBelow(NEIGHBOURHOOD_RESOLUTION, GRID_RESOLUTION);
const NEIGHBOURHOODS = numbersBelow(PARTITION_RESOLUTION, NEIGHBOURHOOD_RESOLUTION);

/** @param places room by cell, `roadside` cells */
function withRoadside(
  partition: Cell,
  places: Map<number, number>,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Map<number, number> {
  for (const cell of bareRoadside(partition, places.keys(), roadside, coverage))
    places.set(cell, ROADSIDE_PERSONS);
  return places;
}

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

/** Room in outlines: of each building the part inside. */
export class RoomInOutlines {
  readonly #partition: Cell;
  readonly #buildings: Buildings;
  readonly #coverage: PlanarArea;
  readonly #cells: GridCells;
  readonly #index: ReturnType<Footprints['boxIndex']>;

  /** @param buildings within the partition's halo */
  constructor(partition: Cell, buildings: Buildings, coverage: PlanarArea) {
    this.#partition = partition;
    this.#buildings = buildings;
    this.#coverage = coverage;
    this.#cells = new GridCells(coverage);
    this.#index = buildings.footprints.boxIndex();
  }

  /**
   * By cell of the partition inside the coverage.
   * @param roadside the outline's cells, with room where none of its buildings is near
   */
  within(outline: PlanarArea, roadside: Iterable<number>): Map<number, number> {
    const { west, south, east, north } = outline.box;
    const room = new RoomInBuildings(this.#cells, outline);
    const near = this.#index?.search(...([west, south, east, north].map(coordinateUnits) as Box)) ?? [];
    for (const building of near.sort((a, b) => a - b)) {
      const smaller = Math.min(this.#buildings.footprints.areaOf(building).area(), outline.area());
      room.add(this.#buildings, building, LEAST_IN_COMMON * smaller);
    }
    return withRoadside(this.#partition, room.in(this.#partition), roadside, this.#coverage);
  }
}

type Box = [west: number, south: number, east: number, north: number];

class RoomInBuildings {
  readonly #byCentre = new Map<PointNumber, number>();
  readonly #cells: GridCells;
  readonly #within: readonly PlanarArea[];

  /** @param within only parts inside all of these count */
  constructor(cells: GridCells, ...within: readonly PlanarArea[]) {
    this.#cells = cells;
    this.#within = within;
  }

  /** Adds what {@link partsOf} finds. */
  add(...building: Parameters<RoomInBuildings['partsOf']>): readonly (readonly [PointNumber, number])[] {
    const own = this.partsOf(...building);
    for (const [centre, size] of own) addTo(this.#byCentre, centre, size);
    return own;
  }

  /**
   * A building's room by cell centre.
   * @param least square degrees that have to lie inside
   */
  partsOf(
    { footprints, roomAtWork_m2 }: Buildings,
    building: number,
    least = 0,
  ): readonly (readonly [PointNumber, number])[] {
    const footprint = footprints.areaOf(building);
    const perSquareDegree = roomAtWork_m2[building] * squareMetresPerSquareDegree(footprint.box.south);
    const parts = this.#cells.coveredShares(footprint, ...this.#within);
    if ([...parts.values()].reduce((sum, area) => sum + area, 0) < least) return [];
    return Array.from(parts, ([centre, area]) => [centre, area * perSquareDegree] as const);
  }

  /** By cell of the partition. */
  in(partition: Cell): Map<number, number> {
    const own = new Map<number, number>();
    for (const [centre, size] of this.#byCentre) {
      const cell = numberOfCentre(partition, centre);
      if (cell !== null) addTo(own, cell, size);
    }
    return own;
  }
}

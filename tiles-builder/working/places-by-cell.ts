/** Cells where people can be by day, by buildings and, where none is mapped, by roads. */
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import type { Position } from '../../src/geo/positions.ts';
import { areaAt, cellInArea, numberOfKey, numbersBelow } from '../areas/areas.ts';
import type { Buildings } from '../built-up/building-records.ts';
import { cornerUnits, type Footprints } from '../geometry/footprints.ts';
import { centreOf, GridCells } from '../geometry/grid-cells.ts';
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { addTo } from '../numbers/add-to.ts';
import { ROADSIDE_PERSONS } from './parameters.ts';
import type { Places, RoomByCell } from './places.ts';

/** A neighbourhood, about 130 m wide: with a building in it, its roads tell nothing more. */
const NEIGHBOURHOOD_RESOLUTION = 10;

/**
 * The room of one area of the build, cell by cell.
 * @param buildings all within the area's halo
 * @param roadside numbers of the area's cells
 * @returns room for persons in the cells of the area inside the coverage; a cell is inside if its centre is
 */
export function roomInArea(
  area: Cell,
  buildings: Buildings,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): RoomByCell {
  const room = new RoomInBuildings(new GridCells(coverage));
  for (const i of buildings.isOwned.keys()) room.add(buildings, i);
  const all = withRoadside(area, room.in(area), roadside, coverage);
  const cell = Uint32Array.from(all.keys()).sort();
  return { cell, size: Float64Array.from(cell, (number) => all.get(number)!) };
}

/**
 * The room of one area of the build by anchors: all of a building belongs to the cell by which it is known, a cell beside roads to
 * itself. See {@link anchorIn}.
 * @param buildings all within the area's halo
 * @param roadside numbers of the area's cells
 */
export function placesInArea(
  area: Cell,
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
    const corners = (): Position[] => footprints.zoneOf(i).flat(2);
    if (isOwned === 0 && !corners().some(([lon, lat]) => areaAt(lon, lat) === area)) continue;
    const parts = room.add(buildings, i);
    const anchor = anchorIn(
      area,
      parts.map(([centre]) => centre),
    );
    if (anchor === null) continue;
    for (const [centre, size] of parts) {
      const cell = numberOfCentre(area, centre);
      if (cell !== null) addTo(at(anchor), cell, size);
    }
  }
  const own = room.in(area);
  const built = new Set(own.keys());
  for (const [cell, size] of withRoadside(area, own, roadside, coverage)) {
    if (!built.has(cell)) at(cell).set(cell, size);
  }
  const all = [...anchored].flatMap(([anchor, sizes]) =>
    Array.from(sizes, ([cell, size]) => [anchor, cell, size] as const),
  );
  return {
    partition: area,
    resolution: GRID_RESOLUTION,
    area: Uint32Array.from(all, ([anchor]) => anchor),
    cell: Uint32Array.from(all, ([, cell]) => cell),
    size: Float64Array.from(all, ([, , size]) => size),
  };
}

/**
 * The number of the cell by which an area of the build knows a building: the first of those of its own that the building covers.
 * @param covered centres of cells
 */
export function anchorIn(area: Cell, covered: Iterable<PointNumber>): number | null {
  let anchor: number | null = null;
  for (const centre of covered) {
    const cell = numberOfCentre(area, centre);
    if (cell !== null && (anchor === null || cell < anchor)) anchor = cell;
  }
  return anchor;
}

/** `null` for a cell that is not in the area. */
function numberOfCentre(area: Cell, centre: PointNumber): number | null {
  findIndex(centre);
  return indexed.ancestor === area ? numberOfKey(indexed.key) : null;
}

const CELLS_IN_NEIGHBOURHOOD = numbersBelow(NEIGHBOURHOOD_RESOLUTION, GRID_RESOLUTION);

/** @param places room by number of the cell, `roadside` numbers of cells */
function withRoadside(
  area: Cell,
  places: Map<number, number>,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Map<number, number> {
  const neighbourhoodOf = (cell: number): number => Math.floor(cell / CELLS_IN_NEIGHBOURHOOD);
  const built = new Set(Array.from(places.keys(), neighbourhoodOf));
  for (const cell of roadside) {
    if (!built.has(neighbourhoodOf(cell)) && coverage.contains(centreOf(cellInArea(area, cell))))
      places.set(cell, ROADSIDE_PERSONS);
  }
  return places;
}

/** A building that has less in common with an outline is a neighbour's, drawn a little off: a share of the smaller of the two. */
const LEAST_IN_COMMON = 0.1;

/** Finds the room for persons in outlines, of a building that reaches beyond one as much as lies in it. */
export class RoomInOutlines {
  readonly #area: Cell;
  readonly #buildings: Buildings;
  readonly #coverage: PlanarArea;
  readonly #cells: GridCells;
  readonly #index: ReturnType<Footprints['boxIndex']>;

  /** @param buildings all within the area's halo */
  constructor(area: Cell, buildings: Buildings, coverage: PlanarArea) {
    this.#area = area;
    this.#buildings = buildings;
    this.#coverage = coverage;
    this.#cells = new GridCells(coverage);
    this.#index = buildings.footprints.boxIndex();
  }

  /**
   * By number of the cell of the area inside the coverage.
   * @param roadside cells in the outline beside roads, which have room where none of its buildings is near
   */
  within(outline: PlanarArea, roadside: Iterable<number>): Map<number, number> {
    const { west, south, east, north } = outline.box;
    const room = new RoomInBuildings(this.#cells, outline);
    const near = this.#index?.search(...([west, south, east, north].map(cornerUnits) as Box)) ?? [];
    for (const building of near.sort((a, b) => a - b)) {
      const smaller = Math.min(this.#buildings.footprints.areaOf(building).area(), outline.area());
      room.add(this.#buildings, building, LEAST_IN_COMMON * smaller);
    }
    return withRoadside(this.#area, room.in(this.#area), roadside, this.#coverage);
  }
}

type Box = [west: number, south: number, east: number, north: number];

/** Room for persons in buildings, by the cells that their footprints cover. */
class RoomInBuildings {
  readonly #byCentre = new Map<PointNumber, number>();
  readonly #cells: GridCells;
  readonly #within: readonly PlanarArea[];

  /** @param within further areas: only what of a building lies in each of them counts */
  constructor(cells: GridCells, ...within: readonly PlanarArea[]) {
    this.#cells = cells;
    this.#within = within;
  }

  /**
   * @param least square degrees of the building that have to lie inside, or nothing of it counts
   * @returns the building's own room by the centre of each cell
   */
  add(
    { footprints, roomAtWork_m2 }: Buildings,
    building: number,
    least = 0,
  ): readonly (readonly [PointNumber, number])[] {
    const footprint = footprints.areaOf(building);
    const perSquareDegree = roomAtWork_m2[building] * squareMetresPerSquareDegree(footprint.box.south);
    const parts = this.#cells.coveredShares(footprint, ...this.#within);
    if ([...parts.values()].reduce((sum, area) => sum + area, 0) < least) return [];
    const own = Array.from(parts, ([centre, area]) => [centre, area * perSquareDegree] as const);
    for (const [centre, size] of own) addTo(this.#byCentre, centre, size);
    return own;
  }

  /** The room in the cells of one area of the build, by number. */
  in(area: Cell): Map<number, number> {
    const own = new Map<number, number>();
    for (const [centre, size] of this.#byCentre) {
      const cell = numberOfCentre(area, centre);
      if (cell !== null) addTo(own, cell, size);
    }
    return own;
  }
}

/** Cells where people can be by day, by buildings and, where none is mapped, by roads. */
import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { cellOfCentre, findIndex, indexed } from '../../src/geo/lattice-index.ts';
import type { Position } from '../../src/geo/positions.ts';
import { areaAt, areaOf, cellInArea } from '../areas/areas.ts';
import type { Buildings } from '../built-up/building-records.ts';
import { cornerUnits, type Footprints } from '../geometry/footprints.ts';
import { centreOf, GridCells } from '../geometry/grid-cells.ts';
import { type PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { addTo } from '../numbers/add-to.ts';
import { ROADSIDE_PERSONS } from './parameters.ts';
import type { Places } from './room-followed.ts';

/** A neighbourhood, about 130 m wide: with a building in it, its roads tell nothing more. */
const NEIGHBOURHOOD_RESOLUTION = 10;

/**
 * The room of one area of the build, cell by cell.
 * @param buildings all within the area's halo
 * @param roadside numbers of the area's cells
 * @returns room for persons by cell of the area inside the coverage; a cell is inside if its centre is
 */
export function roomInArea(
  area: Cell,
  buildings: Buildings,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Map<Cell, number> {
  const room = new RoomByCell(new GridCells(coverage));
  for (const i of buildings.isOwned.keys()) room.add(buildings, i);
  return withRoadside(room.in(area), cellsIn(area, roadside), coverage);
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
  const room = new RoomByCell(new GridCells(coverage));
  const { footprints } = buildings;
  const anchored = new Map<Cell, Map<Cell, number>>();
  const at = (anchor: Cell): Map<Cell, number> => {
    const own = anchored.get(anchor) ?? new Map<Cell, number>();
    anchored.set(anchor, own);
    return own;
  };
  for (const [i, isOwned] of buildings.isOwned.entries()) {
    const corners = (): Position[] => footprints.zoneOf(i).flat(2);
    if (isOwned === 0 && !corners().some(([lon, lat]) => areaAt(lon, lat) === area)) continue;
    const parts = room.add(buildings, i).map(([centre, size]) => [cellOfCentre(centre), size] as const);
    const anchor = anchorIn(
      area,
      parts.map(([cell]) => cell),
    );
    if (anchor === null) continue;
    for (const [cell, size] of parts) if (areaOf(cell) === area) addTo(at(anchor), cell, size);
  }
  const own = room.in(area);
  const built = new Set(own.keys());
  for (const [cell, size] of withRoadside(own, cellsIn(area, roadside), coverage)) {
    if (!built.has(cell)) at(cell).set(cell, size);
  }
  return anchored;
}

/** The cell by which an area of the build knows a building: the first of those of its own that the building covers. */
export function anchorIn(area: Cell, covered: Iterable<Cell>): Cell | null {
  let anchor: Cell | null = null;
  for (const cell of covered) if (areaOf(cell) === area && (anchor === null || cell < anchor)) anchor = cell;
  return anchor;
}

const cellsIn = (area: Cell, numbers: Iterable<number>): Cell[] =>
  Array.from(numbers, (number) => cellInArea(area, number));

function withRoadside(
  places: Map<Cell, number>,
  roadside: Iterable<Cell>,
  area: PlanarArea,
): Map<Cell, number> {
  const neighbourhoodOf = (cell: Cell): Cell => cellToParent(cell, NEIGHBOURHOOD_RESOLUTION);
  const built = new Set([...places.keys()].map(neighbourhoodOf));
  for (const cell of roadside) {
    if (!built.has(neighbourhoodOf(cell)) && area.contains(centreOf(cell)))
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
   * By cell of the area inside the coverage.
   * @param roadside cells in the outline beside roads, which have room where none of its buildings is near
   */
  within(outline: PlanarArea, roadside: Iterable<Cell>): Map<Cell, number> {
    const { west, south, east, north } = outline.box;
    const room = new RoomByCell(this.#cells, outline);
    const near = this.#index?.search(...([west, south, east, north].map(cornerUnits) as Box)) ?? [];
    for (const building of near.sort((a, b) => a - b)) {
      const smaller = Math.min(this.#buildings.footprints.areaOf(building).area(), outline.area());
      room.add(this.#buildings, building, LEAST_IN_COMMON * smaller);
    }
    return withRoadside(room.in(this.#area), roadside, this.#coverage);
  }
}

type Box = [west: number, south: number, east: number, north: number];

/** Room for persons in buildings, by the cells that their footprints cover. */
class RoomByCell {
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

  /** The room in the cells of one area of the build. */
  in(area: Cell): Map<Cell, number> {
    const own = new Map<Cell, number>();
    for (const [centre, size] of this.#byCentre) {
      findIndex(centre);
      if (indexed.ancestor === area) addTo(own, cellOfCentre(centre), size);
    }
    return own;
  }
}

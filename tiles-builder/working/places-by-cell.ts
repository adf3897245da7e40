/** Cells where people can be by day, by buildings and, where none is mapped, by roads. */
import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { cellOfCentre } from '../../src/geo/lattice-index.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { areaAt, areaOf, cellInArea } from '../areas/areas.ts';
import type { Buildings } from '../built-up/building-records.ts';
import { centreOf, GridCells } from '../geometry/grid-cells.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';

/** A neighbourhood, about 130 m wide: with a building in it, its roads tell nothing more. */
const NEIGHBOURHOOD_RESOLUTION = 10;
/** Room beside a road: so little that a single building near it outweighs the whole road. */
const ROADSIDE_PERSONS = 0.01;

/**
 * @param areas the buildings of all areas, of which each counts where it is owned
 * @returns room for persons by cell inside the coverage; a cell is inside if its centre is
 */
export function placesByCell(
  areas: Iterable<Buildings>,
  roadside: Iterable<Cell>,
  coverage: Zone,
): Map<Cell, number> {
  const area = new PlanarArea(coverage);
  const room = new RoomByCell(area);
  for (const buildings of areas) room.add(buildings, (i) => buildings.isOwned[i] === 1);
  return withRoadside(room.byCell, roadside, area);
}

/**
 * The same of one area, whose own cells it tells alone.
 * @param buildings all within the area's halo
 * @param roadside numbers of the area's cells
 */
export function placesInArea(
  area: Cell,
  buildings: Buildings,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Map<Cell, number> {
  const room = new RoomByCell(coverage);
  const { footprints, isOwned } = buildings;
  room.add(
    buildings,
    (i) =>
      isOwned[i] === 1 ||
      footprints
        .zoneOf(i)
        .flat(2)
        .some(([lon, lat]) => areaAt(lon, lat) === area),
  );
  const own = new Map([...room.byCell].filter(([cell]) => areaOf(cell) === area));
  const cells = Array.from(roadside, (number) => cellInArea(area, number));
  return withRoadside(own, cells, coverage);
}

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

/** Room for persons in buildings, by the cells that their footprints cover. */
class RoomByCell {
  readonly byCell = new Map<Cell, number>();
  readonly #coverage: PlanarArea;
  readonly #cells: GridCells;

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
    this.#cells = new GridCells(coverage);
  }

  add({ count, footprints, roomAtWork_m2 }: Buildings, counts: (building: number) => boolean): void {
    for (let i = 0; i < count; i++) {
      if (!counts(i)) continue;
      const footprint = new PlanarArea(footprints.zoneOf(i));
      const relation = this.#coverage.relationOf(footprint.box);
      if (relation === 'outside') continue;
      const perSquareDegree = roomAtWork_m2[i] * squareMetresPerSquareDegree(footprint.box.south);
      for (const [centre, area] of this.#cells.shares(
        footprint,
        relation === 'edge' ? [this.#coverage] : [],
      )) {
        const cell = cellOfCentre(centre);
        this.byCell.set(cell, (this.byCell.get(cell) ?? 0) + area * perSquareDegree);
      }
    }
  }
}

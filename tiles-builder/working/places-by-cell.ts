/** Cells where people can be by day, by buildings and, where none is mapped, by roads. */
import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { floorAreaByCell } from '../living/floor-area-by-cell.ts';
import type { Building } from '../records.ts';
import { personsPerSquareMetre } from './room-at-work.ts';

/** A neighbourhood, about 130 m wide: with a building in it, its roads tell nothing more. */
const NEIGHBOURHOOD_RESOLUTION = 10;
/** Room beside a road: so little that a single building near it outweighs the whole road. */
const ROADSIDE_PERSONS = 0.01;

/** @returns room for persons by cell inside the coverage; a cell is inside if its centre is */
export function placesByCell(
  buildings: readonly Building[],
  roadside: Iterable<Cell>,
  coverage: Zone,
): Map<Cell, number> {
  const places = floorAreaByCell(buildings, coverage, personsPerSquareMetre);
  const area = new PlanarArea(coverage);
  const neighbourhoodOf = (cell: Cell): Cell => cellToParent(cell, NEIGHBOURHOOD_RESOLUTION);
  const built = new Set([...places.keys()].map(neighbourhoodOf));
  for (const cell of roadside) {
    if (!built.has(neighbourhoodOf(cell)) && area.contains(centreOf(cell)))
      places.set(cell, ROADSIDE_PERSONS);
  }
  return places;
}

/** Cells where people can be by day, by buildings and, where none is mapped, by roads. */
import { cellToParent } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
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
  const places = roomByCell(areas, area);
  const neighbourhoodOf = (cell: Cell): Cell => cellToParent(cell, NEIGHBOURHOOD_RESOLUTION);
  const built = new Set([...places.keys()].map(neighbourhoodOf));
  for (const cell of roadside) {
    if (!built.has(neighbourhoodOf(cell)) && area.contains(centreOf(cell)))
      places.set(cell, ROADSIDE_PERSONS);
  }
  return places;
}

/** Room for persons in buildings, by the cells that their footprints cover. */
function roomByCell(areas: Iterable<Buildings>, coverage: PlanarArea): Map<Cell, number> {
  const room = new Map<Cell, number>();
  const cells = new GridCells(coverage);
  for (const { count, isOwned, footprints, roomAtWork_m2 } of areas) {
    for (let i = 0; i < count; i++) {
      if (isOwned[i] === 0) continue;
      const footprint = new PlanarArea(footprints.zoneOf(i));
      const relation = coverage.relationOf(footprint.box);
      if (relation === 'outside') continue;
      const perSquareDegree = roomAtWork_m2[i] * squareMetresPerSquareDegree(footprint.box.south);
      for (const [cell, area] of cells.shares(footprint, relation === 'edge' ? [coverage] : [])) {
        room.set(cell, (room.get(cell) ?? 0) + area * perSquareDegree);
      }
    }
  }
  return room;
}

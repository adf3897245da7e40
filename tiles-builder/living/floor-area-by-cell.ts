/** The floor area of all buildings by the cells that their footprints cover. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { GridCells } from '../geometry/grid-cells.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { Building } from '../records.ts';
import { floorPerSquareDegree } from './floor-area.ts';

/**
 * @param weightOf what a square metre of a building's floor counts
 * @returns square metres of floor inside the coverage, times their weight; a cell is inside if its centre is
 */
export function floorAreaByCell(
  buildings: readonly Building[],
  coverage: Zone,
  weightOf: (building: Building) => number = () => 1,
): Map<Cell, number> {
  const coveredArea = new PlanarArea(coverage);
  const cells = new GridCells(coveredArea);
  const floorAreas = new Map<Cell, number>();
  for (const building of buildings) {
    const footprint = new PlanarArea(building.footprint);
    const relation = coveredArea.relationOf(footprint.box);
    if (relation === 'outside') continue;
    const perSquareDegree = weightOf(building) * floorPerSquareDegree(building, footprint.box.south);
    for (const [cell, area] of cells.shares(footprint, relation === 'edge' ? [coveredArea] : [])) {
      const covered = cells.coveredCellFor(cell);
      floorAreas.set(covered, (floorAreas.get(covered) ?? 0) + area * perSquareDegree);
    }
  }
  return floorAreas;
}

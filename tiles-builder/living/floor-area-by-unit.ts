/** Shares the people of census units among the buildings in them, by floor area. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Building } from '../records.ts';
import { AreaIndex } from './area-index.ts';
import { floorPerSquareDegree } from './floor-area.ts';
import type { GridCells } from './grid-cells.ts';
import { areaWithin, cornersOf, PlanarArea } from './planar-area.ts';

/** The floor area of the buildings, or parts of buildings, in one census unit. */
export interface UnitFloorArea {
  /** Square metres. */
  total_m2: number;
  /** Square metres inside the coverage. */
  inside_m2: number;
  /** The same, by the cells that the footprints cover. */
  readonly insideByCell_m2: Map<Cell, number>;
}

/** @returns one entry a unit, in the order given */
export function floorAreaByUnit(
  units: readonly PlanarArea[],
  buildings: readonly Building[],
  coverage: PlanarArea,
  cells: GridCells,
): UnitFloorArea[] {
  const index = new AreaIndex(units.map((unit) => unit.box));
  const floorAreas = units.map(
    (): UnitFloorArea => ({ total_m2: 0, inside_m2: 0, insideByCell_m2: new Map() }),
  );
  for (const building of buildings) {
    const footprint = new PlanarArea(building.footprint);
    const relationToCoverage = coverage.relationOf(footprint.box);
    for (const unitIndex of index.meeting(footprint.box)) {
      const unit = units[unitIndex]!;
      const relationToUnit = unit.relationOf(footprint.box);
      if (relationToUnit === 'outside') continue;
      const within = relationToUnit === 'inside' ? [] : [unit];
      const area = areaWithin(cornersOf(footprint.box), [footprint, ...within]);
      if (area <= 0) continue;
      const floorArea = floorAreas[unitIndex]!;
      const perSquareDegree = floorPerSquareDegree(building, footprint.box.south);
      floorArea.total_m2 += area * perSquareDegree;
      if (relationToCoverage === 'outside') continue;
      if (relationToCoverage === 'edge') within.push(coverage);
      for (const [cell, share] of cells.shares(footprint, within)) {
        const covered = cells.coveredCellFor(cell);
        const floor_m2 = share * perSquareDegree;
        floorArea.inside_m2 += floor_m2;
        floorArea.insideByCell_m2.set(covered, (floorArea.insideByCell_m2.get(covered) ?? 0) + floor_m2);
      }
    }
  }
  return floorAreas;
}

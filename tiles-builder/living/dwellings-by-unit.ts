/** The dwellings in each census unit, among which its people are shared. */
import type { Cell } from '../../src/geo/cells.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import type { GridCells } from '../geometry/grid-cells.ts';
import { areaWithin, cornersOf, PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import type { Dwelling } from './dwelling-list.ts';

/** The dwellings, or parts of dwellings, in one census unit; people as expected, before the unit says how many. */
export interface UnitDwellings {
  total: number;
  /** Inside the coverage. */
  inside: number;
  /** Inside the coverage, in mapped buildings. */
  insideMapped: number;
  /** Square metres of footprint. */
  footprint_m2: number;
  /** Inside the coverage, by the cells that the footprints cover. */
  readonly insideByCell: Map<Cell, number>;
}

/** @returns one entry a unit, in the order given */
export function dwellingsByUnit(
  units: readonly PlanarArea[],
  dwellings: readonly Dwelling[],
  coverage: PlanarArea,
  cells: GridCells,
): UnitDwellings[] {
  const index = new AreaIndex(units.map((unit) => unit.box));
  const found = units.map(
    (): UnitDwellings => ({ total: 0, inside: 0, insideMapped: 0, footprint_m2: 0, insideByCell: new Map() }),
  );
  for (const dwelling of dwellings) {
    if (dwelling.people_m2 <= 0) continue;
    const footprint = new PlanarArea(dwelling.footprint);
    const relationToCoverage = coverage.relationOf(footprint.box);
    for (const unitIndex of index.meeting(footprint.box)) {
      const unit = units[unitIndex]!;
      const relationToUnit = unit.relationOf(footprint.box);
      if (relationToUnit === 'outside') continue;
      const within = relationToUnit === 'inside' ? [] : [unit];
      const area = areaWithin(cornersOf(footprint.box), [footprint, ...within]);
      if (area <= 0) continue;
      const own = found[unitIndex]!;
      const m2 = squareMetresPerSquareDegree(footprint.box.south);
      const perSquareDegree = dwelling.people_m2 * m2;
      own.total += area * perSquareDegree;
      own.footprint_m2 += area * m2;
      if (relationToCoverage === 'outside') continue;
      if (relationToCoverage === 'edge') within.push(coverage);
      for (const [cell, share] of cells.shares(footprint, within)) {
        const covered = cells.coveredCellFor(cell);
        const people = share * perSquareDegree;
        own.inside += people;
        if (dwelling.mapped) own.insideMapped += people;
        own.insideByCell.set(covered, (own.insideByCell.get(covered) ?? 0) + people);
      }
    }
  }
  return found;
}

/** Census × footprints: where in their census unit people live. */
import { POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { Building, CensusUnit, MillipersonsByCell } from '../records.ts';
import { AreaIndex } from './area-index.ts';
import { floorAreaByUnit, type UnitFloorArea } from './floor-area-by-unit.ts';
import { cellAt, centreOf, GridCells } from './grid-cells.ts';
import { PlanarArea, shareInside } from './planar-area.ts';
import { roundToMillipersons, totalMillipersons } from './round-to-millipersons.ts';

export interface SpreadCensusInput {
  readonly units: readonly CensusUnit[];
  /** `null` where there is no data of buildings. */
  readonly buildings: readonly Building[] | null;
  /** Cells of the standard grid with roads that people step off: where people of a unit without buildings are put. */
  readonly roadside: ReadonlySet<Cell>;
  /** Nobody is put outside it: a cell is inside if its centre is. */
  readonly coverage: Zone;
  /**
   * Where the data of buildings is complete; without it, wherever the units are. What a unit has beyond it is taken to
   * be as densely built as the rest of the unit.
   */
  readonly buildingsCoverage?: Zone;
}

export interface SpreadReport {
  /** Inhabitants of all units. */
  readonly listed_people: number;
  /** Inhabitants inside the coverage: exactly what the cells hold together. */
  readonly census_total_millipersons: number;
  readonly units: number;
  /** Units that lie partly inside the coverage. */
  readonly units_cut: number;
  readonly units_outside: number;
  /** Units inside the coverage, at least in part, with people and without buildings; and their people there. */
  readonly units_without_buildings: number;
  readonly people_without_buildings: number;
  readonly cells: number;
}

/**
 * Shares the people of each unit among its buildings by floor area (a building across units by the part of its
 * footprint in each), and a building's people among the cells that its footprint covers by area. A unit without
 * buildings shares its people equally among its road-side cells, or among all its cells where it has no road. A unit
 * that the coverage cuts counts by the share of its buildings' floor area inside, without buildings by the share of its
 * area. Dasymetric mapping; Eicher and Brewer: Dasymetric mapping and areal interpolation, 2001.
 *
 * The cells together hold exactly the inhabitants inside the coverage, rounded to a thousandth of a person.
 */
export function spreadCensus(input: SpreadCensusInput): { people: MillipersonsByCell; report: SpreadReport } {
  const units = input.units.filter((unit) => unit.people > 0);
  const outlines = units.map((unit) => new PlanarArea([unit.outline]));
  const coverage = new PlanarArea(input.coverage);
  const buildingsCoverage = input.buildingsCoverage ? new PlanarArea(input.buildingsCoverage) : null;
  const cells = new GridCells(coverage);
  const floorAreas = floorAreaByUnit(outlines, input.buildings ?? [], coverage, cells);

  const people = new Map<Cell, number>();
  const add = (cell: Cell, count: number): void => {
    people.set(cell, (people.get(cell) ?? 0) + count);
  };
  const withoutBuildings: number[] = [];
  const peopleInside = units.map((unit, i) => {
    const outline = outlines[i]!;
    const floorArea = floorAreas[i]!;
    if (floorArea.total_m2 <= 0) {
      const inside = unit.people * shareInside(outline, coverage);
      if (inside > 0) withoutBuildings.push(i);
      return inside;
    }
    const share = floorShareInside(outline, floorArea, coverage, buildingsCoverage);
    const inside = unit.people * share;
    for (const [cell, area_m2] of floorArea.insideByCell_m2) {
      add(cell, (inside * area_m2) / floorArea.inside_m2);
    }
    return inside;
  });

  const roadsideCells = roadsideByUnit(
    withoutBuildings.map((i) => outlines[i]!),
    input.roadside,
    cells,
  );
  for (const [order, i] of withoutBuildings.entries()) {
    const spreadOver = cellsWithoutBuildings(units[i]!, roadsideCells[order]!, cells, coverage);
    for (const cell of spreadOver) add(cell, peopleInside[i]! / spreadOver.length);
  }

  const rounded = roundToMillipersons(people);
  return {
    people: rounded,
    report: {
      listed_people: input.units.reduce((sum, unit) => sum + unit.people, 0),
      census_total_millipersons: totalMillipersons(rounded),
      units: input.units.length,
      units_cut: units.filter((unit, i) => peopleInside[i]! > 0 && peopleInside[i]! < unit.people).length,
      units_outside: peopleInside.filter((inside) => inside === 0).length,
      units_without_buildings: withoutBuildings.length,
      people_without_buildings:
        Math.round(withoutBuildings.reduce((sum, i) => sum + peopleInside[i]!, 0) * MILLIPERSONS) /
        MILLIPERSONS,
      cells: rounded.size,
    },
  };
}

/** The share of a unit's floor area inside the coverage. */
function floorShareInside(
  outline: PlanarArea,
  floorArea: UnitFloorArea,
  coverage: PlanarArea,
  buildingsCoverage: PlanarArea | null,
): number {
  if (coverage.relationOf(outline.box) === 'inside') return 1;
  const ofKnown = floorArea.inside_m2 / floorArea.total_m2;
  if (!buildingsCoverage || buildingsCoverage.relationOf(outline.box) === 'inside') return ofKnown;
  const known = shareInside(outline, buildingsCoverage);
  const insideUnknown = shareInside(outline, coverage) - shareInside(outline, coverage, buildingsCoverage);
  return Math.min(1, ofKnown * known + Math.max(0, insideUnknown));
}

/** The road-side cells inside the coverage whose centre lies in each of some areas. */
function roadsideByUnit(
  outlines: readonly PlanarArea[],
  roadside: ReadonlySet<Cell>,
  cells: GridCells,
): Cell[][] {
  const found = outlines.map((): Cell[] => []);
  if (outlines.length === 0) return found;
  const index = new AreaIndex(outlines.map((outline) => outline.box));
  for (const cell of roadside) {
    const centre = centreOf(cell);
    const [lon, lat] = centre;
    for (const i of index.meeting({ west: lon, east: lon, south: lat, north: lat })) {
      if (outlines[i]!.contains(centre) && cells.isCovered(cell)) found[i]!.push(cell);
    }
  }
  return found;
}

function cellsWithoutBuildings(
  unit: CensusUnit,
  roadside: readonly Cell[],
  cells: GridCells,
  coverage: PlanarArea,
): readonly Cell[] {
  if (roadside.length > 0) return roadside;
  const rings = unit.outline.map((ring) => ring.map(([lon, lat]) => [lon, lat]));
  const byCentre = POLYGON_TO_CELLS_FLAGS.containmentCenter;
  const own = polygonToCellsExperimental(rings, GRID_RESOLUTION, byCentre, true).filter((cell) =>
    cells.isCovered(cell),
  );
  return own.length > 0 ? own : [cells.coveredCellFor(cellAt(cornerInside(unit, coverage)))];
}

/** A corner of a unit too small for a cell's centre, inside the coverage where one is. */
function cornerInside(unit: CensusUnit, coverage: PlanarArea): Position {
  const corners = unit.outline[0]!;
  return corners.find((corner) => coverage.contains(corner)) ?? corners[0]!;
}

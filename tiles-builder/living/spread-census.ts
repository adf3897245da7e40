/** Census × footprints: where in their census unit people live. */
import { POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import { cellAt, centreOf, GridCells } from '../geometry/grid-cells.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import type { CensusUnit, MillipersonsByCell } from '../records.ts';
import type { Dwelling } from './dwelling-list.ts';
import { dwellingsByUnit, type UnitDwellings } from './dwellings-by-unit.ts';
import { roundToMillipersons } from './round-to-millipersons.ts';
import { housedShare, MOST_PEOPLE_A_CELL } from './unit-holdings.ts';

export interface SpreadCensusInput {
  readonly units: readonly CensusUnit[];
  readonly dwellings: readonly Dwelling[];
  /** Cells of the standard grid along roads, and in buildings that are no homes: where people without a home are put. */
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
  /** Inhabitants inside the coverage, unit by unit: exactly what the cells hold together. */
  readonly census_total_millipersons: number;
  readonly units: number;
  /** Units that lie partly inside the coverage. */
  readonly units_cut: number;
  readonly units_outside: number;
  /** Units inside the coverage, at least in part, with people and without mapped buildings. */
  readonly units_without_buildings: number;
  /** People inside the coverage who are put elsewhere than into mapped buildings. */
  readonly people_without_buildings: number;
  readonly cells: number;
}

/** What rounding of coordinates may leave of a unit that lies outside. */
const NEGLIGIBLE_SHARE = 1e-9;

/**
 * Shares the people of each unit among its dwellings by the people expected there (a dwelling across units by the part
 * of its footprint in each), and a dwelling's people among the cells that its footprint covers by area. A unit without
 * dwellings shares its people equally among its road-side cells, or among all its cells where it has few roads or none. A unit
 * that the coverage cuts counts by the share of its dwellings' people inside, without dwellings by the share of its
 * area. Dasymetric mapping; Eicher and Brewer: Dasymetric mapping and areal interpolation, 2001.
 *
 * The cells together hold exactly the inhabitants inside the coverage, rounded to a thousandth of a person.
 */
export function spreadCensus(input: SpreadCensusInput): { people: MillipersonsByCell; report: SpreadReport } {
  const units = input.units.filter((unit) => unit.people > 0);
  const outlines = units.map((unit) => new PlanarArea(unit.outline));
  const coverage = new PlanarArea(input.coverage);
  const buildingsCoverage = input.buildingsCoverage ? new PlanarArea(input.buildingsCoverage) : null;
  const cells = new GridCells(coverage);
  const dwellings = dwellingsByUnit(outlines, input.dwellings, coverage, cells);

  const people = new Map<Cell, number>();
  const add = (cell: Cell, count: number): void => {
    people.set(cell, (people.get(cell) ?? 0) + count);
  };
  /** People for whom no building is mapped, by the unit's number. */
  const peopleWithoutBuilding = new Map<number, number>();
  let withoutBuildings = 0;
  let unitsWithoutBuildings = 0;
  const peopleInside = units.map((unit, i) => {
    const outline = outlines[i]!;
    const own = dwellings[i]!;
    const share =
      own.total <= 0
        ? shareInside(outline, coverage)
        : shareOfPeopleInside(outline, own, coverage, buildingsCoverage);
    const inside = share < NEGLIGIBLE_SHARE ? 0 : unit.people * share;
    if (own.inside <= 0) {
      if (inside > 0) peopleWithoutBuilding.set(i, inside);
      return inside;
    }
    const housed = inside * housedShare(unit.people, own.footprint_m2, outline);
    for (const [cell, expected] of own.insideByCell) add(cell, (housed * expected) / own.inside);
    if (housed < inside) peopleWithoutBuilding.set(i, inside - housed);
    withoutBuildings += housed * (1 - own.insideMapped / own.inside);
    if (own.insideMapped === 0) unitsWithoutBuildings++;
    return inside;
  });

  const roadsideCells = roadsideByUnit(
    [...peopleWithoutBuilding.keys()].map((i) => outlines[i]!),
    input.roadside,
    cells,
  );
  for (const [order, [i, count]] of [...peopleWithoutBuilding].entries()) {
    const roadside = roadsideCells[order]!;
    const along = count <= roadside.length * MOST_PEOPLE_A_CELL ? roadside : [];
    const spreadOver = cellsWithoutBuildings(units[i]!, along, cells, coverage);
    for (const cell of spreadOver) add(cell, count / spreadOver.length);
    withoutBuildings += count;
    if (dwellings[i]!.inside > 0) continue;
    unitsWithoutBuildings++;
  }

  const inside = peopleInside.reduce((sum, count) => sum + count, 0);
  const rounded = roundToMillipersons(people, inside);
  return {
    people: rounded,
    report: {
      listed_people: input.units.reduce((sum, unit) => sum + unit.people, 0),
      census_total_millipersons: Math.round(inside * MILLIPERSONS),
      units: input.units.length,
      units_cut: units.filter((unit, i) => peopleInside[i]! > 0 && peopleInside[i]! < unit.people).length,
      units_outside: peopleInside.filter((inside) => inside === 0).length,
      units_without_buildings: unitsWithoutBuildings,
      people_without_buildings: Math.round(withoutBuildings * MILLIPERSONS) / MILLIPERSONS,
      cells: rounded.size,
    },
  };
}

/** The share of a unit's people inside the coverage, by its dwellings. */
function shareOfPeopleInside(
  outline: PlanarArea,
  dwellings: UnitDwellings,
  coverage: PlanarArea,
  buildingsCoverage: PlanarArea | null,
): number {
  if (coverage.relationOf(outline.box) === 'inside') return 1;
  const ofKnown = dwellings.inside / dwellings.total;
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
  const byCentre = POLYGON_TO_CELLS_FLAGS.containmentCenter;
  const own = unit.outline
    .flatMap((polygon) => {
      const rings = polygon.map((ring) => ring.map(([lon, lat]) => [lon, lat]));
      return polygonToCellsExperimental(rings, GRID_RESOLUTION, byCentre, true);
    })
    .filter((cell) => cells.isCovered(cell));
  return own.length > 0 ? own : [cells.coveredCellFor(cellAt(cornerInside(unit, coverage)))];
}

/** A corner of a unit too small for a cell's centre, inside the coverage where one is. */
function cornerInside(unit: CensusUnit, coverage: PlanarArea): Position {
  const corners = unit.outline.flatMap((polygon) => polygon[0]!);
  return corners.find((corner) => coverage.contains(corner)) ?? corners[0]!;
}

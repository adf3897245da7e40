/** One area's homes → the people expected by census unit and cell, and what each unit has of them in all. */
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf, cellInArea, numberInArea } from '../areas/areas.ts';
import { centreOf, GridCells } from '../geometry/grid-cells.ts';
import {
  areaOfOutlinesWithin,
  type PlanarArea,
  squareMetresPerSquareDegree,
} from '../geometry/planar-area.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { sortedDistinct } from '../numbers/sorted-numbers.ts';
import { ExpectedList } from './expected-people.ts';
import { cellsBesidesHomes } from './hold-area.ts';
import { CM2_PER_M2, EXPECTED_PER_PERSON, type HomesOfArea } from './homes.ts';
import { pairOf } from './unit-cell-pairs.ts';
import type { UnitsOfArea } from './units-of-area.ts';

/** What the homes of each unit of a table come to: 32 bytes a unit. People as expected, see EXPECTED_PER_PERSON. */
export class UnitSums {
  readonly expected: Float64Array;
  /** Inside the coverage. */
  readonly inside: Float64Array;
  /** Inside the coverage, in mapped buildings. */
  readonly insideMapped: Float64Array;
  readonly footprint_cm2: Float64Array;

  constructor(units: number) {
    this.expected = new Float64Array(units);
    this.inside = new Float64Array(units);
    this.insideMapped = new Float64Array(units);
    this.footprint_cm2 = new Float64Array(units);
  }
}

/** A census as it counts in one area. */
export interface CountingAtArea {
  readonly units: UnitsOfArea;
  /** The number of the table's first unit among those of all censuses. */
  readonly firstUnit: number;
  /** 1 for each unit of the table whose people are counted. */
  readonly isCounted: Uint8Array;
  /** Where the census counts, as far as that lies near the area. */
  readonly counts: PlanarArea;
  readonly sums: UnitSums;
}

/** What is found in one area, units numbered through all censuses. */
export interface ExpectedFromArea {
  /** By the area in which the people are expected. */
  readonly byArea: ReadonlyMap<Cell, ExpectedList>;
  /** Pairs of a unit and a cell of the area where people without a home can be put, ascending: see `pairOf`. */
  readonly besides: Float64Array;
}

const MOST_REMEMBERED = 100_000;

/** @param censuses in the order of `people_m2`, `null` for one that counts nowhere; their sums are added to */
export function expectInArea(
  area: Cell,
  homes: HomesOfArea,
  censuses: readonly (CountingAtArea | null)[],
): ExpectedFromArea {
  const byArea = new Map<Cell, ExpectedList>();
  const placeOf = cellPlaces();
  const besides = new GrowingArray(Float64Array);
  for (const [index, census] of censuses.entries()) {
    if (!census) continue;
    const { units, firstUnit, isCounted, counts, sums } = census;
    const cells = new GridCells(counts);
    for (let site = 0; site < homes.count; site++) {
      const people_m2 = homes.people_m2[index][site];
      if (!(people_m2 > 0)) continue;
      const footprint = homes.footprint(site);
      const m2 = squareMetresPerSquareDegree(footprint.box.south);
      const perSquareDegree = people_m2 * m2 * EXPECTED_PER_PERSON;
      const relationToCoverage = counts.relationOf(footprint.box);
      for (const local of units.meeting(footprint.box)) {
        const outline = units.outline(local);
        const relationToUnit = outline.relationOf(footprint.box);
        if (relationToUnit === 'outside') continue;
        const within = relationToUnit === 'inside' ? [] : [outline];
        const part = areaOfOutlinesWithin(footprint.outlines, within);
        if (part <= 0) continue;
        const unit = units.units[local];
        sums.expected[unit] += Math.round(part * perSquareDegree);
        if (isCounted[unit] === 0) continue;
        sums.footprint_cm2[unit] += Math.round(part * m2 * CM2_PER_M2);
        if (relationToCoverage === 'outside') continue;
        if (relationToCoverage === 'edge') within.push(counts);
        for (const [cell, share] of cells.shares(footprint, within)) {
          const expected = Math.round(share * perSquareDegree);
          if (expected === 0) continue;
          sums.inside[unit] += expected;
          if (homes.mapped[site] === 1) sums.insideMapped[unit] += expected;
          const place = placeOf(cell);
          const list = byArea.get(place.area) ?? new ExpectedList();
          byArea.set(place.area, list);
          list.add(firstUnit + unit, place.number, expected);
        }
      }
    }
    for (const number of cellsBesidesHomes(area, homes, index)) {
      const [lon, lat] = centreOf(cellInArea(area, number));
      if (!counts.containsAt(lon, lat)) continue;
      for (const local of units.unitsAt(lon, lat)) {
        const unit = units.units[local];
        if (isCounted[unit] === 1) besides.push(pairOf(firstUnit + unit, number));
      }
    }
  }
  return { byArea, besides: sortedDistinct(besides.view()) };
}

/** The area and the number in it of cells, remembered: neighbouring buildings share their cells. */
function cellPlaces(): (cell: Cell) => { readonly area: Cell; readonly number: number } {
  let known = new Map<Cell, { readonly area: Cell; readonly number: number }>();
  return (cell) => {
    let place = known.get(cell);
    if (place) return place;
    if (known.size >= MOST_REMEMBERED) known = new Map();
    place = { area: areaOf(cell), number: numberInArea(cell) };
    known.set(cell, place);
    return place;
  };
}

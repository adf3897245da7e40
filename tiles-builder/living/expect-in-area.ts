/** One area's homes → the people expected by census unit and cell, and what each unit has of them in all. */
import type { Cell } from '../../src/geo/cells.ts';
import type { PointNumber } from '../../src/geo/grid-lattice.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import { centreOf, type FootprintCells, GridCells } from '../geometry/grid-cells.ts';
import {
  areaOfOutlinesWithin,
  type Outline,
  type PlanarArea,
  squareMetresPerSquareDegree,
} from '../geometry/planar-area.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { sortedDistinct } from '../numbers/sorted-numbers.ts';
import { boxAroundPartition, cellInPartition, numberOfKey } from '../partitions/partitions.ts';
import type { NearUnits } from '../read/census/unit-table.ts';
import { ExpectedList } from './expected-people.ts';
import { cellsBesidesHomes } from './hold-area.ts';
import { CM2_PER_M2, EXPECTED_PER_PERSON, type HomesOfArea } from './homes.ts';
import type { CutUnit } from './people-of-units.ts';
import { pairOf } from './unit-cell-pairs.ts';
import { type SumColumns, UnitSums } from './unit-sums.ts';
import { UnitsOfArea } from './units-of-area.ts';
import { ZoneNearArea } from './zone-near-area.ts';

/** A census as it counts in one area: plain data. */
export interface CountingAtArea {
  readonly near: NearUnits;
  /** The number of the census's first unit among those of all censuses. */
  readonly firstUnit: number;
  /** 1 for each unit of `near` whose people are counted. */
  readonly isCounted: Uint8Array;
  /** Where its people are counted, near the area. */
  readonly counts: readonly Outline[];
  /** Where homes and roads are complete, near the area. */
  readonly mapped: readonly Outline[];
}

/** What an area adds to what is known of the units of a census: plain data. */
export interface AreaSums extends SumColumns {
  /** Numbers of units in the census; columns have an entry for each. */
  readonly units: Uint32Array;
  /** Units, by their numbers, whose middle lies in the area, that are counted and do not lie inside the coverage as a whole. */
  readonly cut: ReadonlyMap<number, CutUnit>;
}

/** What is found in one area, units numbered through all censuses. */
export interface ExpectedFromArea {
  /** By the area in which the people are expected. */
  readonly byArea: ReadonlyMap<Cell, ExpectedList>;
  /** Pairs of a unit and a cell of the area where people without a home can be put, ascending: see `pairOf`. */
  readonly besides: Float64Array;
  /** One a census, `null` for one that counts nowhere. */
  readonly sums: readonly (AreaSums | null)[];
}

/**
 * @param censuses in the order of `people_m2`, `null` for one that counts nowhere
 */
export function expectInArea(
  area: Cell,
  homes: HomesOfArea,
  censuses: readonly (CountingAtArea | null)[],
): ExpectedFromArea {
  const box = boxAroundPartition(area);
  const byArea = new Map<Cell, ExpectedList>();
  const besides = new GrowingArray(Float64Array);
  const cells = homes.cells();
  const sums = censuses.map((census, index): AreaSums | null => {
    if (!census) return null;
    const units = new UnitsOfArea(census.near, area);
    const zone = new ZoneNearArea(census.counts, box);
    const cut = cutUnits(census, units, zone, new ZoneNearArea(census.mapped, box));
    const intersection = new HomesInUnits(census, units, zone.clipped, byArea);
    for (let site = 0; site < homes.count; site++) {
      const people_m2 = homes.people_m2[index][site];
      if (people_m2 > 0) intersection.add(homes, site, people_m2, cells);
    }
    for (const number of cellsBesidesHomes(area, homes, index)) {
      const [lon, lat] = centreOf(cellInPartition(area, number));
      if (!zone.clipped.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) {
        if (census.isCounted[unit] === 1) besides.push(pairOf(census.firstUnit + units.units[unit], number));
      }
    }
    return { units: units.units, ...intersection.sums.columns(), cut };
  });
  return { byArea, besides: sortedDistinct(besides.view()), sums };
}

/** Counted units whose middle lies in the area and that reach beyond the coverage, by their numbers in the census. */
function cutUnits(
  { isCounted }: CountingAtArea,
  units: UnitsOfArea,
  zone: ZoneNearArea,
  known: ZoneNearArea,
): Map<number, CutUnit> {
  const cut = new Map<number, CutUnit>();
  for (const unit of units.own) {
    if (isCounted[unit] === 0) continue;
    const outline = units.outline(unit);
    if (zone.holds(outline)) continue;
    cut.set(units.units[unit], { inside: zone.shareOf(outline), known: known.shareOf(outline) });
  }
  return cut;
}

/** One home with the people to expect in it by area. */
interface Home {
  readonly footprint: PlanarArea;
  /** Square metres a square degree. */
  readonly m2: number;
  /** Expected people a square degree of its footprint. */
  readonly perSquareDegree: number;
  readonly isMapped: boolean;
}

/** Intersects homes with the units of a census and the cells in them, in proportion to area, and sums the expected people. */
class HomesInUnits {
  readonly sums: UnitSums;
  readonly #census: CountingAtArea;
  readonly #units: UnitsOfArea;
  readonly #counts: PlanarArea;
  readonly #grid: GridCells;
  readonly #byArea: Map<Cell, ExpectedList>;

  /** @param counts where people of the census are counted; `byArea` takes what is expected in each cell */
  constructor(
    census: CountingAtArea,
    units: UnitsOfArea,
    counts: PlanarArea,
    byArea: Map<Cell, ExpectedList>,
  ) {
    this.sums = new UnitSums(units.units.length);
    this.#census = census;
    this.#units = units;
    this.#counts = counts;
    this.#grid = new GridCells(counts);
    this.#byArea = byArea;
  }

  /** @param cells of the footprints of all homes */
  add(homes: HomesOfArea, site: number, people_m2: number, cells: FootprintCells): void {
    const footprint = homes.footprint(site);
    const m2 = squareMetresPerSquareDegree(footprint.box.south);
    const perSquareDegree = people_m2 * m2 * EXPECTED_PER_PERSON;
    const home = { footprint, m2, perSquareDegree, isMapped: homes.mapped[site] === 1 };
    const relationToCoverage = this.#counts.relationOf(footprint.box);
    for (const unit of this.#units.meeting(footprint.box)) {
      const within = this.#addToUnit(unit, home);
      if (within === null || relationToCoverage === 'outside') continue;
      if (relationToCoverage === 'edge') within.push(this.#counts);
      const shares =
        within.length === 0 ? this.#grid.sharesOf(cells, site) : this.#grid.shares(footprint, within);
      this.#addToCells(unit, home, shares);
    }
  }

  /** @returns what cuts the home to its part in a unit; `null` where none of it is in there, or the unit is not counted */
  #addToUnit(unit: number, { footprint, m2, perSquareDegree }: Home): PlanarArea[] | null {
    const outline = this.#units.outline(unit);
    const relation = outline.relationOf(footprint.box);
    if (relation === 'outside') return null;
    const within = relation === 'inside' ? [] : [outline];
    const part = areaOfOutlinesWithin(footprint.outlines, within);
    if (part <= 0) return null;
    this.sums.expected[unit] += Math.round(part * perSquareDegree);
    if (this.#census.isCounted[unit] === 0) return null;
    this.sums.footprint_cm2[unit] += Math.round(part * m2 * CM2_PER_M2);
    return within;
  }

  /** @param shares of the home's footprint by cell, in square degrees */
  #addToCells(unit: number, home: Home, shares: ReadonlyMap<PointNumber, number>): void {
    const number = this.#census.firstUnit + this.#units.units[unit];
    for (const [centre, share] of shares) {
      const expected = Math.round(share * home.perSquareDegree);
      if (expected === 0) continue;
      this.sums.inside[unit] += expected;
      if (home.isMapped) this.sums.insideMapped[unit] += expected;
      findIndex(centre);
      const list = this.#byArea.get(indexed.ancestor) ?? new ExpectedList();
      this.#byArea.set(indexed.ancestor, list);
      list.add(number, numberOfKey(indexed.key), expected);
    }
  }
}

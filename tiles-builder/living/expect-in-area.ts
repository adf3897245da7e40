/** Computes expected people by census unit and cell from a partition's homes. */
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

/** The counting part of a census near one partition: plain data. */
export interface CountingAtArea {
  readonly near: NearUnits;
  /** Number of the census's first unit among those of all censuses. */
  readonly firstUnit: number;
  /** 1 for each counted unit of `near`. */
  readonly isCounted: Uint8Array;
  /** Where its people are counted, near the partition. */
  readonly counts: readonly Outline[];
  /** Where homes and roads are complete, near the partition. */
  readonly mapped: readonly Outline[];
}

/** A partition's contribution to sums of units: plain data. */
export interface AreaSums extends SumColumns {
  /** Unit numbers in the census, one for each column entry. */
  readonly units: Uint32Array;
  /** Counted units with their middle in the partition that are not completely inside the coverage. */
  readonly cut: ReadonlyMap<number, CutUnit>;
}

/** Results of one partition, units numbered through all censuses. */
export interface ExpectedFromArea {
  /** By partition of the cells. */
  readonly byArea: ReadonlyMap<Cell, ExpectedList>;
  /** Pairs of a unit and a cell for unhoused people, ascending: see `pairOf`. */
  readonly besides: Float64Array;
  /** By census, `null` for one that counts nowhere. */
  readonly sums: readonly (AreaSums | null)[];
}

/** @param censuses in the order of `people_m2`, `null` for one that counts nowhere */
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

/** Counted units with their middle in the partition that reach beyond the coverage, by number in the census. */
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

/** One home, with its expected people by partition. */
interface Home {
  readonly footprint: PlanarArea;
  /** Per square degree. */
  readonly m2: number;
  /** Expected people per square degree of footprint. */
  readonly perSquareDegree: number;
  readonly isMapped: boolean;
}

/** Intersects homes with census units and cells, in proportion to area, and sums expected people. */
class HomesInUnits {
  readonly sums: UnitSums;
  readonly #census: CountingAtArea;
  readonly #units: UnitsOfArea;
  readonly #counts: PlanarArea;
  readonly #grid: GridCells;
  readonly #byArea: Map<Cell, ExpectedList>;

  /** @param counts where people of the census are counted; `byArea` takes expected people by cell */
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

  /** @returns clip areas of the home's part in a unit; `null` for none, or an uncounted unit */
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

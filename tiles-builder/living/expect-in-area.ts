/** One area's homes → the people expected by census unit and cell, and what each unit has of them in all. */
import type { Cell } from '../../src/geo/cells.ts';
import { findIndex, indexed } from '../../src/geo/lattice-index.ts';
import { boxAroundArea, cellInArea, numberOfKey } from '../areas/areas.ts';
import { centreOf, GridCells } from '../geometry/grid-cells.ts';
import { areaOfOutlinesWithin, type Outline, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { sortedDistinct } from '../numbers/sorted-numbers.ts';
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
  const box = boxAroundArea(area);
  const byArea = new Map<Cell, ExpectedList>();
  const besides = new GrowingArray(Float64Array);
  const cells = homes.cells();
  const found = censuses.map((census, index): AreaSums | null => {
    if (!census) return null;
    const { near, firstUnit, isCounted } = census;
    const units = new UnitsOfArea(near, area);
    const zone = new ZoneNearArea(census.counts, box);
    const counts = zone.clipped;
    const known = new ZoneNearArea(census.mapped, box);
    const cut = new Map<number, CutUnit>();
    for (const unit of units.own) {
      if (isCounted[unit] === 0) continue;
      const outline = units.outline(unit);
      if (zone.holds(outline)) continue;
      cut.set(units.units[unit], { inside: zone.shareOf(outline), known: known.shareOf(outline) });
    }
    const sums = new UnitSums(units.units.length);
    const grid = new GridCells(counts);
    for (let site = 0; site < homes.count; site++) {
      const people_m2 = homes.people_m2[index][site];
      if (!(people_m2 > 0)) continue;
      const footprint = homes.footprint(site);
      const m2 = squareMetresPerSquareDegree(footprint.box.south);
      const perSquareDegree = people_m2 * m2 * EXPECTED_PER_PERSON;
      const relationToCoverage = counts.relationOf(footprint.box);
      for (const unit of units.meeting(footprint.box)) {
        const outline = units.outline(unit);
        const relationToUnit = outline.relationOf(footprint.box);
        if (relationToUnit === 'outside') continue;
        const within = relationToUnit === 'inside' ? [] : [outline];
        const part = areaOfOutlinesWithin(footprint.outlines, within);
        if (part <= 0) continue;
        sums.expected[unit] += Math.round(part * perSquareDegree);
        if (isCounted[unit] === 0) continue;
        sums.footprint_cm2[unit] += Math.round(part * m2 * CM2_PER_M2);
        if (relationToCoverage === 'outside') continue;
        if (relationToCoverage === 'edge') within.push(counts);
        const shares = within.length === 0 ? grid.sharesOf(cells, site) : grid.shares(footprint, within);
        for (const [centre, share] of shares) {
          const expected = Math.round(share * perSquareDegree);
          if (expected === 0) continue;
          sums.inside[unit] += expected;
          if (homes.mapped[site] === 1) sums.insideMapped[unit] += expected;
          findIndex(centre);
          const list = byArea.get(indexed.ancestor) ?? new ExpectedList();
          byArea.set(indexed.ancestor, list);
          list.add(firstUnit + units.units[unit], numberOfKey(indexed.key), expected);
        }
      }
    }
    for (const number of cellsBesidesHomes(area, homes, index)) {
      const [lon, lat] = centreOf(cellInArea(area, number));
      if (!counts.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) {
        if (isCounted[unit] === 1) besides.push(pairOf(firstUnit + units.units[unit], number));
      }
    }
    return { units: units.units, ...sums.columns(), cut };
  });
  return { byArea, besides: sortedDistinct(besides.view()), sums: found };
}

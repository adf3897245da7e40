/**
 * Intersects homes of a partition with the census units and cells in a coverage: expected people of each pair, cells with roads or
 * other buildings for people without homes, and the units that the coverage cuts.
 */
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { sortedDistinct } from '../base/numbers/sorted-numbers.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import { type Outline, PlanarArea } from '../geometry/planar-area.ts';
import { boxAroundPartition, cellInPartition } from '../partitions/partitions.ts';
import type { NearUnits } from '../sources/census/unit-table.ts';
import type { CensusOnMap, CoveredCensus } from './census-on-map.ts';
import type { ExpectedList } from './expected-people.ts';
import { ExpectedSums, type UnitsToExpect } from './expected-sums.ts';
import { cellsWithoutHomes, type HomesOfPartition } from './homes.ts';
import { pairOf } from './unit-cell-pairs.ts';
import { UnitIndex } from './unit-index.ts';
import { addSums, type OfPartition, type UnitSums, zeroSums } from './unit-sums.ts';
import { outlinesNear, ZoneNearPartition } from './zone-near-partition.ts';

/** A census near a partition, as plain data. */
export interface CensusInCoverage extends UnitsToExpect {
  readonly near: NearUnits;
  /** Coverage of the census. */
  readonly counts: readonly Outline[];
  /** Area where homes and roads are complete. */
  readonly mapped: readonly Outline[];
}

/** Shares of a unit's area, 0 to 1. */
export interface CutUnit {
  readonly inside: number;
  /** Share inside the area where building data is complete. */
  readonly known: number;
}

/** Units that reach beyond the coverage, by number in the census. */
export type CutUnits = ReadonlyMap<number, CutUnit>;

/** Expected people by unit of one census. */
export type ExpectedOfUnits = OfPartition<UnitSums> & {
  /** Cut units with their middle in the partition. */
  readonly cut: CutUnits;
};

export interface IntersectedHomes {
  readonly byPartition: ReadonlyMap<Cell, ExpectedList>;
  /** Pairs of a unit and a cell for people without a home, ascending. */
  readonly places: Float64Array;
  /** Expected people in the order of censuses. */
  readonly expected: readonly ExpectedOfUnits[];
}

/** @param mapped where homes and roads are complete */
export function censusInCoverage(
  { source: { units }, firstUnit, counts, isCounted }: CoveredCensus,
  mapped: Zone,
): (partition: Cell) => CensusInCoverage {
  const [coverage, mappedArea] = [new PlanarArea(counts), new PlanarArea(mapped)];
  return (partition) => {
    const box = boxAroundPartition(partition);
    const near = units.near(box);
    return {
      ...{ near, firstUnit, isCounted: Uint8Array.from(near.units, (unit) => isCounted[unit]) },
      counts: outlinesNear(coverage, box, near),
      mapped: outlinesNear(mappedArea, box, near),
    };
  };
}

/** @param censuses in the order of `people_per_m2` */
export function intersectHomes(
  partition: Cell,
  homes: HomesOfPartition,
  censuses: readonly CensusInCoverage[],
): IntersectedHomes {
  const byPartition = new Map<Cell, ExpectedList>();
  const places = new GrowingArray(Float64Array);
  const box = boxAroundPartition(partition);
  const expected = censuses.map((census, index) => {
    const units = new UnitIndex(census.near, partition);
    const counts = new ZoneNearPartition(census.counts, box);
    const sums = new ExpectedSums(census, units, counts.clipped, byPartition);
    for (let site = 0; site < homes.count; site++) {
      const people_per_m2 = homes.people_per_m2[index][site];
      if (people_per_m2 > 0) sums.add(homes, site, people_per_m2);
    }
    for (const number of cellsWithoutHomes(partition, homes, index)) {
      const [lon, lat] = centreOf(cellInPartition(partition, number));
      if (!counts.clipped.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) {
        if (census.isCounted[unit] === 1) places.push(pairOf(census.firstUnit + units.units[unit], number));
      }
    }
    const cut = cutUnits(units, counts, new ZoneNearPartition(census.mapped, box));
    return { units: units.units, sums: sums.finish(), cut };
  });
  return { byPartition, places: sortedDistinct(places.view()), expected };
}

function cutUnits(units: UnitIndex, counts: ZoneNearPartition, mapped: ZoneNearPartition): CutUnits {
  const cut = new Map<number, CutUnit>();
  for (const unit of units.own) {
    const outline = units.outline(unit);
    if (counts.holds(outline)) continue;
    cut.set(units.units[unit], { inside: counts.shareOf(outline), known: mapped.shareOf(outline) });
  }
  return cut;
}

/** Adds up the expected people and cut units of all partitions, by census. */
export function sumIntersected(
  censuses: readonly CensusOnMap[],
  parts: Iterable<readonly ExpectedOfUnits[]>,
): { readonly sums: UnitSums; readonly cut: CutUnits }[] {
  const all = censuses.map(({ source: { units } }) => ({
    sums: zeroSums(units.length),
    cut: new Map<number, CutUnit>(),
  }));
  for (const part of parts) {
    for (const [i, { sums, cut }] of all.entries()) {
      addSums(sums, part[i]);
      for (const [unit, shares] of part[i].cut) cut.set(unit, shares);
    }
  }
  return all;
}

/**
 * Intersects homes of a partition with census units and cells: expected people of each pair, homes in no unit, and cells with
 * roads or other buildings for people without homes.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { sortedDistinct } from '../base/numbers/sorted-numbers.ts';
import { cellAt, centreOf } from '../geometry/grid-cells.ts';
import { type Outline, PlanarArea } from '../geometry/planar-area.ts';
import {
  boxAroundPartition,
  cellInPartition,
  numberInPartition,
  partitionOf,
} from '../partitions/partitions.ts';
import type { NearUnits } from '../sources/census/unit-table.ts';
import type { CensusOnMap } from './census-on-map.ts';
import type { ExpectedList } from './expected-people.ts';
import { ExpectedSums, type UnitsToExpect } from './expected-sums.ts';
import { CM2_PER_M2, EXPECTED_PER_PERSON, type HomesOfPartition } from './homes.ts';
import type { RasterGrid } from './square-raster.ts';
import { pairOf } from './unit-cell-pairs.ts';
import { UnitIndex } from './unit-index.ts';
import type { SumsOfPartition } from './unit-sums.ts';
import { UnlistedHomes, type UnlistedSums } from './unlisted-homes.ts';
import { outlinesNear, ZoneNearPartition } from './zone-near-partition.ts';

export interface CensusNear extends UnitsToExpect {
  readonly near: NearUnits;
  readonly reach: readonly Outline[];
  /** Of unlisted homes; `null` without squares. */
  readonly grid: RasterGrid | null;
}

export interface IntersectedHomes {
  /** Expected people by partition of the cells, in the reach of the censuses. */
  readonly byPartition: ReadonlyMap<Cell, ExpectedList>;
  /** Pairs of a unit and a cell for people without a home, ascending. */
  readonly places: Float64Array;
  readonly sums: readonly (SumsOfPartition & { readonly unlisted: UnlistedSums })[];
}

export function censusNear({
  source: { units },
  firstUnit,
  reach,
  grid,
}: CensusOnMap): (partition: Cell) => CensusNear {
  const zone = new PlanarArea(reach);
  return (partition) => {
    const box = boxAroundPartition(partition);
    const near = units.near(box);
    const isInhabited = Uint8Array.from(near.units, (unit) => (units.people[unit] > 0 ? 1 : 0));
    return { near, firstUnit, isInhabited, reach: outlinesNear(zone, box, near), grid };
  };
}

/** @param censuses in the order of `people_m2` */
export function intersectHomes(
  partition: Cell,
  homes: HomesOfPartition,
  censuses: readonly CensusNear[],
): IntersectedHomes {
  const byPartition = new Map<Cell, ExpectedList>();
  const places = new GrowingArray(Float64Array);
  const sums = censuses.map((census, index) => {
    const units = new UnitIndex(census.near, partition);
    const zone = new ZoneNearPartition(census.reach, boxAroundPartition(partition));
    const reach = zone.clipped;
    const expected = new ExpectedSums(census, units, reach, byPartition);
    const { sums } = expected;
    for (const unit of units.own) sums.knownShare[unit] = zone.shareOf(units.outline(unit));
    const unlisted = addHomes(homes, index, { expected, reach, unlisted: new UnlistedHomes(census.grid) });
    expected.finish();
    for (const number of cellsWithoutHomes(partition, homes, index)) {
      const [lon, lat] = centreOf(cellInPartition(partition, number));
      if (!reach.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) {
        sums.places[unit]++;
        places.push(pairOf(census.firstUnit + units.units[unit], number));
      }
    }
    return { units: units.units, sums, unlisted: unlisted.sums() };
  });
  return { byPartition, places: sortedDistinct(places.view()), sums };
}

function addHomes(
  homes: HomesOfPartition,
  census: number,
  to: { readonly expected: ExpectedSums; readonly reach: PlanarArea; readonly unlisted: UnlistedHomes },
): UnlistedHomes {
  const { expected, reach, unlisted } = to;
  const cells = homes.cells();
  for (let site = 0; site < homes.count; site++) {
    const people_m2 = homes.people_m2[census][site];
    if (!(people_m2 > 0)) continue;
    const standsIn = expected.add(homes, site, people_m2, cells);
    const own = Math.round(people_m2 * homes.area_m2[site] * EXPECTED_PER_PERSON);
    const isMapped = homes.mapped[site] === 1;
    const [lon, lat] = [homes.lon[site], homes.lat[site]];
    const isReached = reach.containsAt(lon, lat);
    if (standsIn.length > 0) unlisted.addListed(own, isMapped);
    else if (isReached) unlisted.add(lon, lat, own, isMapped);
    if (!isReached) continue;
    const cm2 = Math.round(homes.area_m2[site] * CM2_PER_M2);
    for (const unit of standsIn) expected.sums.homes_cm2[unit] += cm2;
  }
  return unlisted;
}

/** Ascending and distinct. */
function cellsWithoutHomes(partition: Cell, homes: HomesOfPartition, census: number): Uint32Array {
  const empty: number[] = [];
  for (let site = 0; site < homes.count; site++) {
    if (homes.mapped[site] === 0 || homes.people_m2[census][site] > 0) continue;
    const footprint = homes.footprint(site);
    for (const position of [[homes.lon[site], homes.lat[site]] as const, ...footprint.vertices()]) {
      const cell = cellAt(position);
      if (partitionOf(cell) === partition) empty.push(numberInPartition(cell));
    }
  }
  if (empty.length === 0) return homes.roadside;
  return Uint32Array.from(new Set([...homes.roadside, ...empty])).sort();
}

/**
 * Measures what census units have on the map, before it is decided where each census counts: known land, homes, cells with
 * roads or other buildings. It also finds homes in no unit.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import { type Outline, PlanarArea } from '../geometry/planar-area.ts';
import { boxAroundPartition, cellInPartition } from '../partitions/partitions.ts';
import type { NearUnits } from '../sources/census/unit-table.ts';
import type { CensusOnMap, MeasuredCensus } from './census-on-map.ts';
import { CM2_PER_M2, cellsWithoutHomes, EXPECTED_PER_PERSON, type HomesOfPartition } from './homes.ts';
import type { RasterGrid } from './square-raster.ts';
import { UnitIndex } from './unit-index.ts';
import { addSums, type OfPartition, type UnitCapacity, zeroCapacity } from './unit-sums.ts';
import { UnlistedHomes, type UnlistedSums } from './unlisted-homes.ts';
import { outlinesNear, ZoneNearPartition } from './zone-near-partition.ts';

/** A census near a partition, as plain data. */
export interface CensusInReach {
  readonly near: NearUnits;
  readonly reach: readonly Outline[];
  /** Grid of unlisted homes, `null` without squares. */
  readonly grid: RasterGrid | null;
}

export type MeasuredUnits = OfPartition<UnitCapacity> & { readonly unlisted: UnlistedSums };

/** Returns a function that finds what a partition needs of a census. */
export function censusInReach({
  source: { units },
  reach,
  grid,
}: CensusOnMap): (partition: Cell) => CensusInReach {
  const zone = new PlanarArea(reach);
  return (partition) => {
    const box = boxAroundPartition(partition);
    const near = units.near(box);
    return { near, reach: outlinesNear(zone, box, near), grid };
  };
}

/** @param censuses in the order of `people_per_m2` */
export function measureUnits(
  partition: Cell,
  homes: HomesOfPartition,
  censuses: readonly CensusInReach[],
): MeasuredUnits[] {
  return censuses.map(({ near, reach: outlines, grid }, census) => {
    const units = new UnitIndex(near, partition);
    const zone = new ZoneNearPartition(outlines, boxAroundPartition(partition));
    const reach = zone.clipped;
    const sums = zeroCapacity(units.units.length);
    for (const unit of units.own) sums.knownShare[unit] = zone.shareOf(units.outline(unit));
    const unlisted = new UnlistedHomes(grid);
    measureHomes(homes, census, units, reach, { sums, unlisted });
    for (const number of cellsWithoutHomes(partition, homes, census)) {
      const [lon, lat] = centreOf(cellInPartition(partition, number));
      if (!reach.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) sums.places[unit]++;
    }
    return { units: units.units, sums, unlisted: unlisted.sums() };
  });
}

function measureHomes(
  homes: HomesOfPartition,
  census: number,
  units: UnitIndex,
  reach: PlanarArea,
  { sums, unlisted }: { readonly sums: UnitCapacity; readonly unlisted: UnlistedHomes },
): void {
  for (let site = 0; site < homes.count; site++) {
    const people_per_m2 = homes.people_per_m2[census][site];
    if (!(people_per_m2 > 0)) continue;
    const holding = units.partsOf(homes.footprint(site)).filter(({ cm2 }) => cm2 > 0);
    const own = Math.round(people_per_m2 * homes.area_m2[site] * EXPECTED_PER_PERSON);
    const isMapped = homes.mapped[site] === 1;
    const [lon, lat] = [homes.lon[site], homes.lat[site]];
    const isReached = reach.containsAt(lon, lat);
    if (holding.length > 0) unlisted.addListed(own, isMapped);
    else if (isReached) unlisted.add(lon, lat, own, isMapped);
    if (!isReached) continue;
    const whole_cm2 = Math.round(homes.area_m2[site] * CM2_PER_M2);
    for (const { unit } of holding) sums.homes_cm2[unit] += whole_cm2;
  }
}

/** Adds up the measurements of all partitions, by census. */
export function sumMeasured(
  censuses: readonly CensusOnMap[],
  parts: Iterable<readonly MeasuredUnits[]>,
): MeasuredCensus[] {
  const measured = censuses.map((census) => ({
    ...census,
    capacity: zeroCapacity(census.source.units.length),
    unlisted: new UnlistedHomes(census.grid),
  }));
  for (const part of parts) {
    for (const [i, { capacity, unlisted }] of measured.entries()) {
      addSums(capacity, part[i]);
      unlisted.addSums(part[i].unlisted);
    }
  }
  return measured;
}

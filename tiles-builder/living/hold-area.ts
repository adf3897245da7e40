/** Measures what a partition's map has for each census unit, and homes that no unit lists. */
import type { Cell } from '../../src/geo/cells.ts';
import { cellAt, centreOf } from '../geometry/grid-cells.ts';
import type { Outline, PlanarArea } from '../geometry/planar-area.ts';
import {
  boxAroundPartition,
  cellInPartition,
  numberInPartition,
  partitionOf,
} from '../partitions/partitions.ts';
import type { NearUnits } from '../read/census/unit-table.ts';
import { CM2_PER_M2, EXPECTED_PER_PERSON, type HomesOfArea } from './homes.ts';
import type { RasterGrid } from './square-raster.ts';
import { type HoldingColumns, UnitHoldings } from './unit-holdings.ts';
import { UnitsOfArea } from './units-of-area.ts';
import { UnlistedHomes, type UnlistedSums } from './unlisted-homes.ts';
import { ZoneNearArea } from './zone-near-area.ts';

/** A census near one partition: plain data. */
export interface CensusAtArea {
  readonly near: NearUnits;
  /** Maximum extent of its coverage. */
  readonly reach: readonly Outline[];
  /** Raster of unlisted homes; `null` where no unit is a square. */
  readonly grid: RasterGrid | null;
}

/** A partition's contribution to {@link UnitHoldings}: plain data. */
export interface AreaHoldings extends HoldingColumns {
  /** Unit numbers in the census, one for each column entry. */
  readonly units: Uint32Array;
  readonly unlisted: UnlistedSums;
}

/** @param censuses in the order of `people_m2` */
export function holdArea(area: Cell, homes: HomesOfArea, censuses: readonly CensusAtArea[]): AreaHoldings[] {
  const box = boxAroundPartition(area);
  const beside = censuses.map(({ near, reach, grid }) => {
    const units = new UnitsOfArea(near, area);
    const holdings = new UnitHoldings(units.units.length);
    const zone = new ZoneNearArea(reach, box);
    for (const unit of units.own) holdings.knownShare[unit] = zone.shareOf(units.outline(unit));
    return { units, reach: zone.clipped, holdings, unlisted: new UnlistedHomes(grid) };
  });
  for (let site = 0; site < homes.count; site++) {
    const footprint = homes.footprint(site);
    const [lon, lat] = [homes.lon[site], homes.lat[site]];
    for (const [census, { units, reach, holdings, unlisted }] of beside.entries()) {
      const standsIn = unitsWithPart(units, footprint, lon, lat);
      const isListed = standsIn.length > 0;
      const people_m2 = homes.people_m2[census][site];
      const expected = Math.round(people_m2 * homes.area_m2[site] * EXPECTED_PER_PERSON);
      const isMapped = homes.mapped[site] === 1;
      if (isListed) unlisted.addListed(expected, isMapped);
      if (!(people_m2 > 0) || !reach.containsAt(lon, lat)) continue;
      if (!isListed) unlisted.add(lon, lat, expected, isMapped);
      const cm2 = Math.round(homes.area_m2[site] * CM2_PER_M2);
      for (const unit of standsIn) holdings.homes_cm2[unit] += cm2;
    }
  }
  return beside.map(({ units, reach, holdings, unlisted }, census) => {
    for (const number of cellsBesidesHomes(area, homes, census)) {
      const [lon, lat] = centreOf(cellInPartition(area, number));
      if (!reach.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) holdings.room[unit]++;
    }
    const { homes_cm2, room, knownShare } = holdings;
    return { units: units.units, homes_cm2, room, knownShare, unlisted: unlisted.sums() };
  });
}

/** Units that contain part of a footprint. */
function unitsWithPart(units: UnitsOfArea, footprint: PlanarArea, lon: number, lat: number): number[] {
  return units.meeting(footprint.box).filter((unit) => {
    const outline = units.outline(unit);
    const relation = outline.relationOf(footprint.box);
    if (relation !== 'edge') return relation === 'inside';
    return outline.containsAt(lon, lat) || footprint.vertices().some((vertex) => outline.contains(vertex));
  });
}

/**
 * Cells along roads and of buildings without expected residents, for people without a mapped home. Parts outside the partition
 * are left out.
 * @returns cell numbers, ascending and distinct
 */
export function cellsBesidesHomes(area: Cell, homes: HomesOfArea, census: number): Uint32Array {
  const empty: number[] = [];
  for (let site = 0; site < homes.count; site++) {
    if (homes.mapped[site] === 0 || homes.people_m2[census][site] > 0) continue;
    const footprint = homes.footprint(site);
    for (const position of [[homes.lon[site], homes.lat[site]] as const, ...footprint.vertices()]) {
      const cell = cellAt(position);
      if (partitionOf(cell) === area) empty.push(numberInPartition(cell));
    }
  }
  if (empty.length === 0) return homes.roadside;
  return Uint32Array.from(new Set([...homes.roadside, ...empty])).sort();
}

/** What one area's homes and roads add to the holdings of census units, and its homes that no unit lists. */

import type { Cell } from '../../src/geo/cells.ts';
import { areaOf, cellInArea, numberInArea } from '../areas/areas.ts';
import { cellAt, centreOf } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';
import { CM2_PER_M2, EXPECTED_PER_PERSON, type HomesOfArea } from './homes.ts';
import type { UnitHoldings } from './unit-holdings.ts';
import type { UnitsOfArea } from './units-of-area.ts';
import type { UnlistedHomes } from './unlisted-homes.ts';

/** A census beside one area. */
export interface CensusAtArea {
  readonly units: UnitsOfArea;
  /** Where it could count at most, as far as that lies near the area. */
  readonly reach: PlanarArea;
  readonly holdings: UnitHoldings;
  readonly unlisted: UnlistedHomes;
}

/** @param censuses in the order of `people_m2`; their holdings are added to */
export function holdArea(area: Cell, homes: HomesOfArea, censuses: readonly CensusAtArea[]): void {
  const people = (census: number, site: number): number => homes.people_m2[census][site];
  for (let site = 0; site < homes.count; site++) {
    const footprint = homes.footprint(site);
    const [lon, lat] = [homes.lon[site], homes.lat[site]];
    const standsIn = censuses.map(({ units }) => unitsWithPart(units, footprint, lon, lat));
    const isListed = standsIn.some((units) => units.length > 0);
    for (const [census, { units, reach, holdings, unlisted }] of censuses.entries()) {
      const expected = Math.round(people(census, site) * homes.area_m2[site] * EXPECTED_PER_PERSON);
      const isMapped = homes.mapped[site] === 1;
      if (standsIn[census].length > 0) unlisted.addListed(expected, isMapped);
      if (!(people(census, site) > 0) || !reach.containsAt(lon, lat)) continue;
      if (!isListed) unlisted.add(lon, lat, expected, isMapped);
      const cm2 = Math.round(homes.area_m2[site] * CM2_PER_M2);
      for (const unit of standsIn[census]) holdings.homes_cm2[units.units[unit]] += cm2;
    }
  }
  for (const [census, { units, reach, holdings }] of censuses.entries()) {
    for (const number of cellsBesidesHomes(area, homes, census)) {
      const [lon, lat] = centreOf(cellInArea(area, number));
      if (!reach.containsAt(lon, lat)) continue;
      for (const unit of units.unitsAt(lon, lat)) holdings.room[units.units[unit]]++;
    }
  }
}

/** Units of which a part of a footprint stands in. */
function unitsWithPart(units: UnitsOfArea, footprint: PlanarArea, lon: number, lat: number): number[] {
  return units.meeting(footprint.box).filter((unit) => {
    const outline = units.outline(unit);
    const relation = outline.relationOf(footprint.box);
    if (relation !== 'edge') return relation === 'inside';
    return outline.containsAt(lon, lat) || footprint.corners().some((corner) => outline.contains(corner));
  });
}

/**
 * Cells of an area along roads, and of its buildings in which nobody is expected: where people are put for whom no home is
 * mapped. What such a building has beyond the area is left out.
 * @returns numbers in the area, ascending and distinct
 */
export function cellsBesidesHomes(area: Cell, homes: HomesOfArea, census: number): Uint32Array {
  const empty: number[] = [];
  for (let site = 0; site < homes.count; site++) {
    if (homes.mapped[site] === 0 || homes.people_m2[census][site] > 0) continue;
    const footprint = homes.footprint(site);
    for (const position of [[homes.lon[site], homes.lat[site]] as const, ...footprint.corners()]) {
      const cell = cellAt(position);
      if (areaOf(cell) === area) empty.push(numberInArea(cell));
    }
  }
  if (empty.length === 0) return homes.roadside;
  return Uint32Array.from(new Set([...homes.roadside, ...empty])).sort();
}

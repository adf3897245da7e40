/** Sums for reports how censuses were allocated: people counted, units outside, and units without buildings. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { CountedCensus } from './census-on-map.ts';
import { listedPeople } from './examine-census.ts';
import { STATUS } from './unit-status.ts';

export interface LivingReport {
  readonly listed_people: number;
  /** People inside the coverage, equal to the sum over cells. */
  readonly census_total_millipersons: number;
  readonly units: number;
  readonly units_cut: number;
  /** Units that are not counted, with people or beyond the map. */
  readonly units_outside: number;
  /** Units inside the coverage with people and without mapped buildings. */
  readonly units_without_buildings: number;
  readonly people_without_buildings: number;
}

export function reportLiving(censuses: readonly CountedCensus[]): LivingReport {
  let listed_people = 0;
  let total = 0;
  let units = 0;
  let units_cut = 0;
  let units_outside = 0;
  let units_without_buildings = 0;
  let withoutBuildings = 0;
  for (const { source, statuses, isCounted, counts, sums, people } of censuses) {
    listed_people += listedPeople(source.units);
    units += source.units.length;
    for (const [unit, inside] of people.inside.entries()) {
      total += inside;
      const isPlaced = counts.length > 0 && statuses[unit] === STATUS.placed;
      if (inside === 0 && (isCounted[unit] === 1 || !isPlaced)) units_outside++;
      if (inside === 0) continue;
      if (inside < Math.round(source.units.people[unit] * MILLIPERSONS)) units_cut++;
      if (sums.insideMapped[unit] === 0) units_without_buildings++;
      const housed = people.housed[unit];
      const inMapped = housed > 0 ? (housed * sums.insideMapped[unit]) / sums.inside[unit] : 0;
      withoutBuildings += inside - inMapped;
    }
  }
  return {
    listed_people,
    census_total_millipersons: total,
    units,
    units_cut,
    units_outside,
    units_without_buildings,
    people_without_buildings: Math.round(withoutBuildings) / MILLIPERSONS,
  };
}

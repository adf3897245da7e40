/** Sums for reports how censuses were allocated: people counted, and units without buildings. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { CountedCensus } from './census-on-map.ts';
import { listedPeople } from './examine-census.ts';

export interface LivingReport {
  readonly listed_people: number;
  /** People inside the coverage, equal to the sum over cells. */
  readonly census_total_millipersons: number;
  /** Units inside the coverage with people and without mapped buildings. */
  readonly units_without_buildings: number;
  readonly people_without_buildings: number;
}

export function reportLiving(censuses: readonly CountedCensus[]): LivingReport {
  let [listed_people, census_total_millipersons, units_without_buildings, withoutBuildings] = [0, 0, 0, 0];
  for (const { source, sums, people } of censuses) {
    listed_people += listedPeople(source.units);
    for (const [unit, inside] of people.inside.entries()) {
      census_total_millipersons += inside;
      if (inside === 0) continue;
      if (sums.insideMapped[unit] === 0) units_without_buildings++;
      const housed = people.housed[unit];
      const inMapped = housed > 0 ? (housed * sums.insideMapped[unit]) / sums.inside[unit] : 0;
      withoutBuildings += inside - inMapped;
    }
  }
  const people_without_buildings = Math.round(withoutBuildings) / MILLIPERSONS;
  return { listed_people, census_total_millipersons, units_without_buildings, people_without_buildings };
}

/** Dwelling sites of all areas as objects, for the steps that still want them. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import type { Sites } from './sites.ts';
import { peoplePerM2, type Weights } from './weights.ts';

/** Where people may live. */
export interface DwellingSite {
  readonly footprint: Zone;
  readonly centre: Position;
  /** Of the footprint. */
  readonly area_m2: number;
  /** Whether it stands in the data; else houses along a street, on a footprint that is made up. */
  readonly mapped: boolean;
}

/** A footprint with the people expected on it, before a census unit says how many there are in all. */
export interface Dwelling {
  readonly footprint: Zone;
  readonly people_m2: number;
  /** Whether it stands in the data; else it is made up for houses that are likely to be missing there. */
  readonly mapped: boolean;
}

export const dwellingSites = (areas: readonly Sites[]): DwellingSite[] =>
  areas.flatMap(({ lon, lat, area_m2, mapped, footprints }) =>
    Array.from(
      lon,
      (own, i): DwellingSite => ({
        footprint: footprints.zoneOf(i),
        centre: [own, lat[i]],
        area_m2: area_m2[i],
        mapped: mapped[i] === 1,
      }),
    ),
  );

/** @returns one entry for each of `sites`, which are those of `areas` */
export function weighedDwellings(
  areas: readonly Sites[],
  sites: readonly DwellingSite[],
  weights: Weights,
): Dwelling[] {
  const people_m2 = areas.flatMap((own) => [...peoplePerM2(own, weights)]);
  return sites.map(({ footprint, mapped }, i) => ({ footprint, people_m2: people_m2[i], mapped }));
}

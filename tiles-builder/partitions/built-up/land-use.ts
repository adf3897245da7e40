/** Looks up the dwelling share of land by OSM tags (`landuse`, `amenity`, `leisure`), and of the land around a position. */
import type { Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../base/records.ts';
import type { PartitionSpill } from '../partition-spill.ts';
import { type AreasAt, spillArea } from './area-records.ts';
import { HARDLY_A_DWELLING, NO_DWELLING, SOME_DWELLINGS } from './dwelling-share.ts';

const DWELLING_SHARE_BY_LAND_USE: Readonly<Record<string, number>> = {
  allotments: NO_DWELLING,
  cemetery: NO_DWELLING,
  commercial: HARDLY_A_DWELLING,
  depot: NO_DWELLING,
  farmyard: SOME_DWELLINGS,
  garages: NO_DWELLING,
  greenhouse_horticulture: NO_DWELLING,
  industrial: HARDLY_A_DWELLING,
  military: NO_DWELLING,
  port: NO_DWELLING,
  quarry: NO_DWELLING,
  railway: NO_DWELLING,
  retail: HARDLY_A_DWELLING,
};
const SITES_WITHOUT_DWELLINGS = new Set(
  'college fuel grave_yard hospital kindergarten marketplace parking place_of_worship school university'.split(
    ' ',
  ),
);
const LEISURE_WITHOUT_DWELLINGS = new Set(
  'golf_course horse_riding marina pitch sports_centre stadium swimming_pool track water_park'.split(' '),
);

export function dwellingShareOfArea(tags: Tags): number | null {
  if (tags.building !== undefined) return null;
  if (SITES_WITHOUT_DWELLINGS.has(tags.amenity ?? '')) return NO_DWELLING;
  if (LEISURE_WITHOUT_DWELLINGS.has(tags.leisure ?? '')) return NO_DWELLING;
  if (tags.aeroway === 'aerodrome') return NO_DWELLING;
  return DWELLING_SHARE_BY_LAND_USE[tags.landuse ?? ''] ?? null;
}

/** @param dwellingShare rounded to 0.01 */
export const spillLandUse = (spill: PartitionSpill, polygons: Zone, dwellingShare: number): void =>
  spillArea(spill, polygons, Math.round(dwellingShare * 100));

/** Returns the lowest share of all land around a position in degrees, 1 if unknown. */
export type DwellingShareAt = (lon: number, lat: number) => number;

export const dwellingShareOf =
  (landAt: AreasAt): DwellingShareAt =>
  (lon, lat) =>
    landAt(lon, lat).reduce((least, { value }) => Math.min(least, value / 100), 1);

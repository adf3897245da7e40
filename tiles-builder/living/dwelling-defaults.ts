/**
 * What is taken for granted of dwellings before a census tells more. A person has some 60 m² of a dwelling with its walls
 * and stairs; a building's floors are guessed from its width, a house being narrow, a block of flats wider, and
 * what is too narrow (a shed) or too wide (a hall) for rooms with windows seldom being a home.
 */
import type { Tags } from '../records.ts';

/** People on 100 m² of a dwelling's floor. */
const PEOPLE_PER_100_M2_FLOOR = 1.6;

/** By the width of the footprint (see FootprintShape), ascending; between two knots the logarithms are interpolated. */
export const WIDTH_KNOTS: readonly { width_m: number; floors: number; dwellingShare: number }[] = [
  { width_m: 1.5, floors: 1, dwellingShare: 0.01 },
  { width_m: 2.5, floors: 1, dwellingShare: 0.1 },
  { width_m: 3.5, floors: 1, dwellingShare: 0.6 },
  { width_m: 4.5, floors: 1.3, dwellingShare: 1 },
  { width_m: 6, floors: 2, dwellingShare: 1 },
  { width_m: 8, floors: 4, dwellingShare: 1 },
  { width_m: 11, floors: 4, dwellingShare: 1 },
  { width_m: 15, floors: 4, dwellingShare: 0.5 },
  { width_m: 22, floors: 4, dwellingShare: 0.125 },
  { width_m: 40, floors: 2, dwellingShare: 0.015 },
];

/** The width of a house, the commonest dwelling. */
export const HOUSE_WIDTH_M = 4.5;
export const HOUSE_AREA_M2 = 110;

/** People on 100 m² of footprint. */
export const peoplePer100m2 = (floors: number, dwellingShare: number): number =>
  PEOPLE_PER_100_M2_FLOOR * floors * dwellingShare;

/** How much of a building of some use is dwellings, beside one of which nothing is known. */
const NO_DWELLING = 0.03;
const HARDLY_A_DWELLING = 0.1;
const SOME_DWELLINGS = 0.5;

const NO_DWELLINGS = new Set(
  (
    'barn boathouse bridge bunker carport cathedral chapel church civic college collapsed commercial construction ' +
    'container cowshed digester fire_station garage garages government grandstand greenhouse greenhouse_horticulture ' +
    'hangar hospital hut industrial kindergarten kiosk manufacture mosque museum office parking pavilion public retail ' +
    'riding_hall roof ruins school service shed shelter silo sports_centre sports_hall stable stadium storage_tank sty ' +
    'supermarket synagogue temple toilets train_station transformer_tower transportation university warehouse ' +
    'water_tower farm_auxiliary allotment_house tent'
  ).split(' '),
);
const FEW_DWELLINGS = new Set(['hotel', 'cabin', 'farm', 'convent', 'monastery']);
const HOUSES = new Set('house detached semidetached_house terrace bungalow villa'.split(' '));
const DWELLINGS = new Set([...HOUSES, 'apartments', 'residential', 'dormitory']);
const STAYS_OF_GUESTS = new Set('hotel hostel motel museum chalet attraction'.split(' '));

/** The share of a building that is dwellings as far as its own tags tell, beside one that is only `building=yes`. */
export function dwellingShareByTags(tags: Tags): number {
  const kind = tags.building ?? '';
  if (NO_DWELLINGS.has(kind) || tags.power !== undefined || tags.man_made !== undefined) return NO_DWELLING;
  // In French cadastres a light structure without walls.
  if (tags.wall === 'no') return NO_DWELLING;
  if (tags.amenity !== undefined || FEW_DWELLINGS.has(kind) || STAYS_OF_GUESTS.has(tags.tourism ?? '')) {
    return HARDLY_A_DWELLING;
  }
  return tags.shop !== undefined || tags.office !== undefined || tags.craft !== undefined
    ? SOME_DWELLINGS
    : 1;
}

/** Whether the tags say outright that people live there, whatever is around. */
export const isDwellingByTags = ({ building }: Tags): boolean => DWELLINGS.has(building ?? '');

/** The tallest building of the world has 163; more is a slip of the pen. */
const MAX_LEVELS = 165;
const METRES_PER_LEVEL = 3;
const MIN_LEVELS_OF_APARTMENTS = 3;
/** `building=residential` is said of houses with several dwellings rather than one. */
const MIN_LEVELS_OF_RESIDENTIAL = 2;
/** The upper floor of a house for one family holds no further family. */
const MAX_LEVELS_OF_A_HOUSE = 1.3;

/** Floors as the tags tell (`building:levels`, else `height`); `null` where they don't. */
export function levelsByTags(tags: Tags): number | null {
  const levels = Number.parseFloat(tags['building:levels'] ?? '');
  if (levels > 0 && levels <= MAX_LEVELS) return Math.max(1, levels);
  const height_m = Number.parseFloat(tags.height ?? '');
  if (height_m > 0 && height_m <= MAX_LEVELS * METRES_PER_LEVEL) {
    return Math.max(1, Math.round(height_m / METRES_PER_LEVEL));
  }
  return null;
}

/** Floors as far as tags and width tell. */
export function floorsOf(tags: Tags, floorsByWidth: number): number {
  const levels = levelsByTags(tags);
  if (levels !== null) return levels;
  if (tags.building === 'apartments') return Math.max(MIN_LEVELS_OF_APARTMENTS, floorsByWidth);
  if (tags.building === 'residential') return Math.max(MIN_LEVELS_OF_RESIDENTIAL, floorsByWidth);
  return HOUSES.has(tags.building ?? '') ? Math.min(MAX_LEVELS_OF_A_HOUSE, floorsByWidth) : floorsByWidth;
}

/** How much of the buildings in an area of some use is dwellings; areas that are not listed say nothing. */
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
  'college fuel grave_yard hospital kindergarten marketplace parking place_of_worship prison school university'.split(
    ' ',
  ),
);
const LEISURE_WITHOUT_DWELLINGS = new Set(
  'golf_course horse_riding marina pitch sports_centre stadium swimming_pool track water_park'.split(' '),
);

/** The share of the buildings in an area with these tags that is dwellings; `null` where the area says nothing of it. */
export function dwellingShareOfArea(tags: Tags): number | null {
  if (tags.building !== undefined) return null;
  if (SITES_WITHOUT_DWELLINGS.has(tags.amenity ?? '')) return NO_DWELLING;
  if (LEISURE_WITHOUT_DWELLINGS.has(tags.leisure ?? '')) return NO_DWELLING;
  if (tags.aeroway === 'aerodrome') return NO_DWELLING;
  return DWELLING_SHARE_BY_LAND_USE[tags.landuse ?? ''] ?? null;
}

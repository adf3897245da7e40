/** Derives from a building's OpenStreetMap tags, by tables, its dwelling share, floors, dwellings and capacity for workers. */

import type { Tags } from '../../base/records.ts';
import { readingsOf } from '../../sources/numbers.ts';
import { type CapacityAtWork, capacityAtWork } from './capacity-at-work.ts';
import {
  DWELLING_FLOOR_PER_PERSON_M2,
  HARDLY_A_DWELLING,
  NO_DWELLING,
  SOME_DWELLINGS,
  UNINHABITED,
} from './dwelling-share.ts';

/** Shares and floors are rounded to hundredths. */
export interface BuildingUse {
  /** Residential floor area relative to a plain `building=yes`; above 1 where residents have less floor area. */
  readonly dwellingShare: number;
  readonly isDwelling: boolean;
  /** Bounds of floors; Infinity without a limit. */
  readonly leastFloors: number;
  readonly mostFloors: number;
  /** Dwellings that tags report, or `null`. */
  readonly dwellings: number | null;
  readonly height_m: number | null;
  readonly byDay: CapacityAtWork;
}

export function buildingUse(tags: Tags): BuildingUse {
  const [leastFloors, mostFloors] = floorLimits(tags);
  return {
    dwellingShare: dwellingShareByTags(tags),
    isDwelling: isForResidents(tags) && !isUninhabited(tags),
    leastFloors,
    mostFloors,
    dwellings: isUninhabited(tags) ? 0 : dwellingsOf(tags),
    height_m: heightOf_m(tags),
    byDay: capacityAtWork(tags, levelsOf(tags)),
  };
}

const NO_DWELLINGS = new Set(
  (
    'barn boathouse bridge bunker carport cathedral chapel church civic college commercial container cowshed digester ' +
    'fire_station garage garages government grandstand greenhouse greenhouse_horticulture hangar hospital hut industrial ' +
    'kindergarten kiosk manufacture mosque museum office parking pavilion public retail riding_hall roof school service ' +
    'shed shelter silo sports_centre sports_hall stable stadium storage_tank sty supermarket synagogue temple toilets ' +
    'train_station transformer_tower transportation university warehouse water_tower farm_auxiliary allotment_house tent'
  ).split(' '),
);
const FEW_DWELLINGS = new Set(['hotel', 'cabin', 'convent', 'monastery']);
const HOUSES = new Set('house detached semidetached_house terrace bungalow villa farm farmhouse'.split(' '));
const DWELLINGS = new Set([...HOUSES, 'apartments', 'residential']);
const STAYS_OF_GUESTS = new Set('hotel hostel motel museum chalet attraction'.split(' '));

/** Floor area of communal accommodation with shared rooms: estimates, also if the census excludes residents. */
const FLOOR_PER_RESIDENT_M2: Readonly<Record<string, number>> = {
  barracks: 30,
  dormitory: 30,
  nursing_home: 50,
  prison: 60,
};
const RESIDENCES: Readonly<Record<string, string>> = {
  assisted_living: 'nursing_home',
  group_home: 'nursing_home',
  hospice: 'nursing_home',
  retirement_home: 'nursing_home',
  student_accommodation: 'dormitory',
};
const STANDING_EMPTY = new Set('abandoned collapsed construction disused ruins'.split(' '));
/** Amenities on one floor of several. */
const BUSINESSES = new Set(
  'bank bar bureau_de_change cafe dentist doctors fast_food ice_cream pharmacy post_office pub restaurant veterinary'.split(
    ' ',
  ),
);
/** Shops that fill an otherwise untagged building. */
const SHOPS_ON_ALL_FLOORS = new Set(
  'department_store doityourself furniture garden_centre mall supermarket trade wholesale'.split(' '),
);

function dwellingShareByTags(tags: Tags): number {
  const kind = tags.building ?? '';
  if (isUninhabited(tags)) return UNINHABITED;
  const residents_m2 = floorPerResident_m2(tags);
  if (residents_m2 !== undefined) return DWELLING_FLOOR_PER_PERSON_M2 / residents_m2;
  if (NO_DWELLINGS.has(kind) || tags.power !== undefined || tags.man_made !== undefined) return NO_DWELLING;
  // Light structure in French cadastres.
  if (tags.wall === 'no') return NO_DWELLING;
  if (FEW_DWELLINGS.has(kind) || STAYS_OF_GUESTS.has(tags.tourism ?? '')) return HARDLY_A_DWELLING;
  const { amenity, shop, office, craft } = tags;
  const isPlain = [amenity, shop, office, craft].every((business) => business === undefined);
  return isPlain ? 1 : shareAboveBusiness(tags);
}

function shareAboveBusiness(tags: Tags): number {
  const { amenity, shop, office } = tags;
  const [leastFloors] = floorLimits(tags);
  // Part of a home remains one, however low.
  if (DWELLINGS.has(tags.building ?? ''))
    return Math.max(SOME_DWELLINGS, leastFloors > 0 ? 1 - 1 / leastFloors : 0);
  if (amenity !== undefined && !BUSINESSES.has(amenity)) return HARDLY_A_DWELLING;
  if (leastFloors === 0) return amenity === undefined ? SOME_DWELLINGS : HARDLY_A_DWELLING;
  const above = Math.max(HARDLY_A_DWELLING, 1 - 1 / leastFloors);
  // Offices and large shops may fill buildings of unknown use.
  return office !== undefined || SHOPS_ON_ALL_FLOORS.has(shop ?? '')
    ? Math.min(SOME_DWELLINGS, above)
    : above;
}

const isForResidents = (tags: Tags): boolean =>
  DWELLINGS.has(tags.building ?? '') || floorPerResident_m2(tags) !== undefined;

function floorPerResident_m2({ building, amenity, social_facility, military }: Tags): number | undefined {
  for (const kind of [building, amenity, social_facility, military]) {
    const floor_m2 = kind === undefined ? undefined : FLOOR_PER_RESIDENT_M2[RESIDENCES[kind] ?? kind];
    if (floor_m2 !== undefined) return floor_m2;
  }
}

function isUninhabited(tags: Tags): boolean {
  if (STANDING_EMPTY.has(tags.building ?? '')) return true;
  if ([tags.abandoned, tags.disused, tags.ruins].some((said) => said === 'yes')) return true;
  if (tags.location === 'underground') return true;
  // Also for homes below a bridge or terrace.
  const isBelow = Number(tags.layer ?? 0) < 0;
  return isBelow && !isForResidents(tags) && levelsOf(tags) === null && heightOf_m(tags) === null;
}

/** More levels are errors: the world's tallest building has 163. */
const MAX_LEVELS = 165;
const METRES_PER_LEVEL = 3;
const MIN_LEVELS_OF_APARTMENTS = 3;
/** `building=residential` usually means several dwellings. */
const MIN_LEVELS_OF_RESIDENTIAL = 2;
/** A house counts at most this many levels, as its upper floor houses no further family. */
const MAX_LEVELS_OF_A_HOUSE = 1.3;

/** Returns at least one level, `null` without `building:levels`. */
function levelsOf(tags: Tags): number | null {
  const [first] = (tags['building:levels'] ?? '').split(';');
  const levels = readingsOf(first).find((own) => own > 0 && own <= MAX_LEVELS);
  return levels === undefined ? null : Math.max(1, Math.round(levels * 100) / 100);
}

function levelsByHeight(tags: Tags): number | null {
  const height_m = heightOf_m(tags);
  return height_m === null ? null : Math.max(1, Math.round(height_m / METRES_PER_LEVEL));
}

function heightOf_m({ height }: Tags): number | null {
  const readings = readingsOf(height?.replace(/\s*m\s*$/, ''));
  return readings.find((own) => own > 0 && own <= MAX_LEVELS * METRES_PER_LEVEL) ?? null;
}

const MAX_DWELLINGS = 20_000;

function dwellingsOf(tags: Tags): number | null {
  const readings = readingsOf(tags['building:flats']);
  return readings.find((own) => Number.isInteger(own) && own >= 0 && own <= MAX_DWELLINGS) ?? null;
}

function floorLimits(tags: Tags): [least: number, most: number] {
  const levels = levelsOf(tags) ?? levelsByHeight(tags);
  if (levels !== null) return [levels, levels];
  if (tags.building === 'apartments') return [MIN_LEVELS_OF_APARTMENTS, Infinity];
  if (tags.building === 'residential') return [MIN_LEVELS_OF_RESIDENTIAL, Infinity];
  return HOUSES.has(tags.building ?? '') ? [0, MAX_LEVELS_OF_A_HOUSE] : [0, Infinity];
}

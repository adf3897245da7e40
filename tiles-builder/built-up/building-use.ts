/** What a building's tags tell of it, in numbers. */
import { readingsOf } from '../read/numbers.ts';
import type { Tags } from '../records.ts';
import { HARDLY_A_DWELLING, NO_DWELLING, SOME_DWELLINGS } from './dwelling-share.ts';
import { floorPerPersonAtWork_m2 } from './room-at-work.ts';

/** Shares are whole hundredths, floors too. */
export interface BuildingUse {
  /** The share of it that is dwellings as far as its own tags tell, beside one that is only `building=yes`. */
  readonly dwellingShare: number;
  /** Whether the tags say outright that people live there, whatever is around. */
  readonly isDwelling: boolean;
  /** What the tags say of its floors: at least and at most so many. Infinity where they set no limit. */
  readonly leastFloors: number;
  readonly mostFloors: number;
  /** Number of dwellings as the tags tell; `null` where they do not. */
  readonly dwellings: number | null;
  /** Metres, as the tags tell; `null` where they do not. */
  readonly height_m: number | null;
  /** Persons who have room on a square metre of its footprint by day. */
  readonly roomAtWork_m2: number;
}

export function buildingUse(tags: Tags): BuildingUse {
  const [leastFloors, mostFloors] = floorLimits(tags);
  return {
    dwellingShare: dwellingShareByTags(tags),
    isDwelling: DWELLINGS.has(tags.building ?? ''),
    leastFloors,
    mostFloors,
    dwellings: dwellingsOf(tags),
    height_m: heightOf_m(tags),
    roomAtWork_m2: (levelsOf(tags) ?? 1) / floorPerPersonAtWork_m2(tags),
  };
}

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

function dwellingShareByTags(tags: Tags): number {
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

/** The tallest building of the world has 163; more is a slip of the pen. */
const MAX_LEVELS = 165;
const METRES_PER_LEVEL = 3;
const MIN_LEVELS_OF_APARTMENTS = 3;
/** `building=residential` is said of houses with several dwellings rather than one. */
const MIN_LEVELS_OF_RESIDENTIAL = 2;
/** The upper floor of a house for one family holds no further family. */
const MAX_LEVELS_OF_A_HOUSE = 1.3;

/** Floors as `building:levels` tells, at least one; `null` where it does not. */
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

/** No building has more. */
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

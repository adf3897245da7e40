/**
 * Estimates how many persons a building can hold by day: footprint times floors over floor area per person by use, from
 * OpenStreetMap tags, otherwise from the land around or the footprint. A table gives the persons of mapped points.
 */
import type { Tags } from '../../base/records.ts';

/** By use: HCA, Employment Density Guide, 3rd edition, 2015, rounded; schools per pupil. Residents at home count elsewhere. */
const FLOOR_PER_PERSON_M2 = {
  dwelling: 600,
  office: 15,
  shop: 30,
  catering: 50,
  industry: 40,
  education: 12,
  health: 30,
  public: 30,
  unknown: 60,
} as const;

export type UseByDay = keyof typeof FLOOR_PER_PERSON_M2;
export const USES_BY_DAY = Object.keys(FLOOR_PER_PERSON_M2) as readonly UseByDay[];

function mapOf<Value>(byValue: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(byValue));
}

/** Uses by `building=*`, with floor area per person if that is not the use's. */
const USE_BY_BUILDING = mapOf<UseByDay | readonly [UseByDay, number]>({
  office: 'office',
  commercial: ['office', 20],
  government: ['office', 20],
  retail: 'shop',
  supermarket: 'shop',
  kiosk: 'shop',
  hotel: 'catering',
  industrial: 'industry',
  manufacture: 'industry',
  warehouse: ['industry', 80],
  school: 'education',
  kindergarten: 'education',
  university: ['education', 15],
  college: ['education', 15],
  hospital: 'health',
  public: 'public',
  civic: 'public',
  ...Object.fromEntries(
    (
      'apartments bungalow cabin carport detached dormitory farm garage garages house residential roof semidetached_house ' +
      'shed static_caravan terrace'
    )
      .split(' ')
      .map((building) => [building, 'dwelling'] as const),
  ),
});

/** The most specific key comes first. */
export const BUSINESS_KEYS = ['shop', 'office', 'healthcare', 'craft', 'tourism', 'amenity'] as const;

const USE_BY_AMENITY: ReadonlyMap<string, UseByDay> = new Map(
  (
    [
      ['catering', 'bar biergarten cafe fast_food food_court nightclub pub restaurant'],
      ['education', 'college kindergarten language_school music_school school university'],
      ['health', 'clinic dentist doctors hospital nursing_home veterinary'],
      ['shop', 'car_rental fuel marketplace pharmacy'],
      ['office', 'bank bureau_de_change'],
      ['public', 'community_centre courthouse fire_station library police post_office prison townhall'],
    ] as const
  ).flatMap(([use, values]) => values.split(' ').map((value) => [value, use] as const)),
);
const GUESTS = new Set('guest_house hostel hotel motel'.split(' '));
const VACANT = new Set(['no', 'vacant']);

function useOfBusiness(tags: Tags): UseByDay | null {
  const { shop, office, healthcare, craft, tourism, amenity } = tags;
  const isNamed = (value: string | undefined): boolean => value !== undefined && !VACANT.has(value);
  if (isNamed(shop)) return 'shop';
  if (isNamed(office)) return 'office';
  if (isNamed(healthcare)) return 'health';
  if (isNamed(craft)) return 'industry';
  if (GUESTS.has(tourism ?? '')) return 'catering';
  return (tourism === 'museum' ? 'public' : USE_BY_AMENITY.get(amenity ?? '')) ?? null;
}

export interface CapacityAtWork {
  readonly use: UseByDay;
  /** Persons per square metre of footprint. */
  readonly capacityAtWork_m2: number;
}

export function capacityAtWork(tags: Tags, levels: number | null): CapacityAtWork {
  const byBuilding = USE_BY_BUILDING.get(tags.building ?? '') ?? 'unknown';
  const [use, floor_m2] =
    typeof byBuilding === 'string' ? [byBuilding, FLOOR_PER_PERSON_M2[byBuilding]] : byBuilding;
  const business = use === 'unknown' || use === 'dwelling' ? useOfBusiness(tags) : null;
  if (business === null) return { use, capacityAtWork_m2: (levels ?? 1) / floor_m2 };
  // A business below homes has the ground floor.
  const floors = use === 'dwelling' ? 1 : (levels ?? 1);
  return { use: business, capacityAtWork_m2: floors / FLOOR_PER_PERSON_M2[business] };
}

/**
 * Largest footprint in m², and floor area per person: 600 m² and 40 m² mixed by estimated shares of dwellings: 0.95, 0.85, 0.6,
 * 0.3. Three quarters of Europe's floor is residential (BPIE, Europe's Buildings under the Microscope, 2011).
 */
const UNKNOWN_BY_FOOTPRINT = [
  { most_m2: 200, floor_m2: 350 },
  { most_m2: 500, floor_m2: 190 },
  { most_m2: 2_000, floor_m2: 90 },
  { most_m2: Infinity, floor_m2: 55 },
] as const;
/** A larger building of unknown use on residential land is not taken for a dwelling. */
const LARGEST_DWELLING_M2 = 500;

/**
 * Estimates the capacity of a building of unknown use by the land around it, otherwise by its footprint.
 * @param ofUnknown capacity per square metre by the table's unknown use
 */
export function capacityByLand(ofUnknown: number, footprint_m2: number, land: UseByDay | null): number {
  const floors = ofUnknown * FLOOR_PER_PERSON_M2.unknown;
  const isByLand = land !== null && (land !== 'dwelling' || footprint_m2 < LARGEST_DWELLING_M2);
  const { floor_m2 } = UNKNOWN_BY_FOOTPRINT.find(({ most_m2 }) => footprint_m2 < most_m2)!;
  return floors / (isByLand ? FLOOR_PER_PERSON_M2[land] : floor_m2);
}

const USE_BY_LAND_USE = mapOf<UseByDay>({
  commercial: 'office',
  depot: 'industry',
  education: 'education',
  industrial: 'industry',
  institutional: 'public',
  port: 'industry',
  railway: 'industry',
  residential: 'dwelling',
  retail: 'shop',
});
const GROUNDS = new Set('college hospital kindergarten school university'.split(' '));

export function useByDayOfArea(tags: Tags): UseByDay | null {
  if (tags.building !== undefined) return null;
  if (GROUNDS.has(tags.amenity ?? '')) return USE_BY_AMENITY.get(tags.amenity!)!;
  return USE_BY_LAND_USE.get(tags.landuse ?? '') ?? null;
}

/**
 * Shops and catering: persons employed by enterprise (Eurostat, Structural Business Statistics 2020, sections G and I); others
 * estimated, with pupils.
 */
const PERSONS_AT_POINT = mapOf<number>({
  college: 300,
  hospital: 300,
  kindergarten: 50,
  school: 200,
  supermarket: 20,
  university: 300,
});
const PERSONS_BY_USE: Readonly<Partial<Record<UseByDay, number>>> = {
  catering: 5,
  health: 5,
  industry: 4,
  office: 6,
  public: 15,
  shop: 5,
};

/** Returns `null` for a point where nobody works or learns. */
export function personsAtPoint(tags: Tags): number | null {
  const use = useOfBusiness(tags);
  if (use === null || tags.building !== undefined) return null;
  return PERSONS_AT_POINT.get(tags.shop ?? tags.amenity ?? '') ?? PERSONS_BY_USE[use] ?? 5;
}

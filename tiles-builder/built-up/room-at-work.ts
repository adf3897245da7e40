/** Room for persons by day, by building type. */
import type { Tags } from '../records.ts';

/**
 * Square metres of floor per person by `building=*`: HCA, Employment Density Guide, 3rd edition, 2015, rounded; schools per
 * pupil.
 */
const FLOOR_PER_PERSON_M2: Readonly<Record<string, number>> = {
  office: 15,
  commercial: 20,
  retail: 30,
  supermarket: 30,
  hotel: 50,
  industrial: 40,
  manufacture: 40,
  warehouse: 80,
  school: 12,
  kindergarten: 12,
  university: 15,
  college: 15,
  hospital: 30,
  public: 30,
  civic: 30,
  government: 20,
};
/** Most buildings are `building=yes`, which may be anything. */
const FLOOR_PER_PERSON_ELSEWHERE_M2 = 60;
/** In dwellings hardly anyone works but residents, who are counted at home; in sheds nobody. */
const FLOOR_PER_PERSON_WHERE_FEW_WORK_M2 = 600;

const FEW_WORK = new Set([
  'apartments',
  'bungalow',
  'cabin',
  'carport',
  'detached',
  'dormitory',
  'farm',
  'garage',
  'garages',
  'house',
  'residential',
  'roof',
  'semidetached_house',
  'shed',
  'static_caravan',
  'terrace',
]);

/** Square metres of floor per person. */
export function floorPerPersonAtWork_m2({ building = '' }: Tags): number {
  if (FEW_WORK.has(building)) return FLOOR_PER_PERSON_WHERE_FEW_WORK_M2;
  return FLOOR_PER_PERSON_M2[building] ?? FLOOR_PER_PERSON_ELSEWHERE_M2;
}

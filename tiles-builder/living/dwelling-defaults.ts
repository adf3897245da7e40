/**
 * Assumes floors and dwellings of buildings by their width, where nothing is known: houses are narrow, blocks of flats wider,
 * sheds and halls seldom homes.
 */
import { DWELLING_FLOOR_PER_PERSON_M2 } from '../partitions/built-up/dwelling-share.ts';

/** People of a dwelling, which usually has 100 m² of floor. */
export const PEOPLE_A_DWELLING = 2;
/** Floor area of a dwelling with {@link PEOPLE_A_DWELLING}. */
export const USUAL_DWELLING_M2 = 100;

/** Knots by ascending width, between which floors and shares are interpolated log-linearly. */
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

/** Width of a usual house, area divided by half the perimeter. */
export const HOUSE_WIDTH_M = 4.5;
export const HOUSE_AREA_M2 = 110;

/** Returns people per 100 m² of footprint. */
export const peoplePer100m2 = (floors: number, dwellingShare: number): number =>
  (100 / DWELLING_FLOOR_PER_PERSON_M2) * floors * dwellingShare;

export function floorsByWidth(width_m: number): number {
  const { knot, share } = placeAmongKnots(width_m);
  const [below, above] = [WIDTH_KNOTS[knot], WIDTH_KNOTS[knot + 1]];
  return Math.exp(Math.log(below.floors) * (1 - share) + Math.log(above.floors) * share);
}

/** Returns the knot below a width, and the logarithmic position towards the next knot. */
export function placeAmongKnots(width_m: number): { knot: number; share: number } {
  const last = WIDTH_KNOTS.length - 1;
  const width = Math.min(WIDTH_KNOTS[last].width_m, Math.max(WIDTH_KNOTS[0].width_m, width_m));
  let knot = 0;
  while (knot + 1 < last && WIDTH_KNOTS[knot + 1].width_m <= width) knot++;
  const [from, to] = [WIDTH_KNOTS[knot].width_m, WIDTH_KNOTS[knot + 1].width_m];
  return { knot, share: Math.log(width / from) / Math.log(to / from) };
}

/**
 * What is taken for granted of dwellings before a census tells more. A person has some 60 m² of a dwelling with its walls
 * and stairs; a building's floors are guessed from its width, a house being narrow, a block of flats wider, and
 * what is too narrow (a shed) or too wide (a hall) for rooms with windows seldom being a home.
 */
import { DWELLING_FLOOR_PER_PERSON_M2 } from '../built-up/dwelling-share.ts';

/** People in a dwelling of 100 m² of floor. */
export const PEOPLE_A_DWELLING = 2;
export const USUAL_DWELLING_M2 = 100;

/** By the width of the footprint (see FootprintShapes), ascending; between two knots the logarithms are interpolated. */
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
  (100 / DWELLING_FLOOR_PER_PERSON_M2) * floors * dwellingShare;

/** The floors that a width makes likely. */
export function floorsByWidth(width_m: number): number {
  const { knot, share } = placeAmongKnots(width_m);
  const [below, above] = [WIDTH_KNOTS[knot], WIDTH_KNOTS[knot + 1]];
  return Math.exp(Math.log(below.floors) * (1 - share) + Math.log(above.floors) * share);
}

/** The knot below a width, and how far it is on the way to the next in logarithms, 0 to 1. */
export function placeAmongKnots(width_m: number): { knot: number; share: number } {
  const last = WIDTH_KNOTS.length - 1;
  const width = Math.min(WIDTH_KNOTS[last].width_m, Math.max(WIDTH_KNOTS[0].width_m, width_m));
  let knot = 0;
  while (knot + 1 < last && WIDTH_KNOTS[knot + 1].width_m <= width) knot++;
  const [from, to] = [WIDTH_KNOTS[knot].width_m, WIDTH_KNOTS[knot + 1].width_m];
  return { knot, share: Math.log(width / from) / Math.log(to / from) };
}

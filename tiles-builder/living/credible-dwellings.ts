/** Which reported numbers of dwellings are believed: a slip of the pen would draw the people of a whole unit into one house. */
import type { Buildings } from '../built-up/building-records.ts';
import { floorsByWidth } from './dwelling-defaults.ts';
import type { FootprintShapes } from './footprint-shape.ts';

/** Of a building's floors, walls and stairs included; the smallest dwellings of Olemps have 18. */
const LEAST_DWELLING_M2 = 10;

/**
 * The number of dwellings of each building; NaN where none is reported, or more than it has room for.
 * @param floorsToExpected see SITE_FIGURES
 */
export const credibleDwellings = (
  { dwellings }: Pick<Buildings, 'dwellings'>,
  { area_m2, width_m }: FootprintShapes,
  floorsToExpected: Float64Array,
): Float32Array =>
  dwellings.map((reported, i) => {
    const floors_m2 = area_m2[i] * floorsToExpected[i] * floorsByWidth(width_m[i]);
    return reported * LEAST_DWELLING_M2 <= floors_m2 ? reported : Number.NaN;
  });

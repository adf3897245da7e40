/**
 * Returns reported dwellings by building, or NaN (unknown) if each had less than 10 m² of floor: these would attract a unit's
 * people.
 */
import type { Buildings } from '../partitions/built-up/building-records.ts';
import { floorsByWidth } from './dwelling-defaults.ts';
import type { FootprintShapes } from './footprint-shape.ts';

/** The smallest dwellings of Olemps have 18. */
const LEAST_DWELLING_M2 = 10;

/** Returns reported dwellings by building, or NaN if each had under 10 m² of floor, as these would attract a unit's people. */
export const credibleDwellings = (
  { dwellings }: Pick<Buildings, 'dwellings'>,
  { area_m2, width_m }: FootprintShapes,
  floorsToExpected: Float64Array,
): Float32Array =>
  dwellings.map((reported, i) => {
    const floors_m2 = area_m2[i] * floorsToExpected[i] * floorsByWidth(width_m[i]);
    return reported * LEAST_DWELLING_M2 <= floors_m2 ? reported : Number.NaN;
  });

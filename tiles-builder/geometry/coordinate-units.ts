/** Converts degrees to integer coordinates in units of 1e-7 degrees (a centimetre). */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';

export const UNITS_PER_DEGREE = Math.round(1 / COORDINATE_UNIT_DEGREES);

export const coordinateUnits = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE);

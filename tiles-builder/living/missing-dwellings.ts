/**
 * Estimates where homes are missing on the map, for each piece of street: the probability that homes along it are unmapped (the
 * share of buildable length without buildings in a Gaussian neighbourhood, 0 within some 40 m of a possible home), and the log
 * area of mapped homes per metre of built street around, relative to houses.
 */
import type Flatbush from 'flatbush';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import type { StreetPieces } from '../partitions/built-up/street-records.ts';
import { type Amounts, type Blur, densityAround } from './density.ts';
import { HOUSE_AREA_M2 } from './dwelling-defaults.ts';

const NEAR_M = 40;
/** Completeness of the map varies on this scale. */
const NEIGHBOURHOOD: Blur = { cell_m: 125, deviation_m: 1_000, reach_cells: 15 };

/** Area of houses per metre of street, if one stands every 22 m on both sides. */
export const M2_ALONG_A_METRE = HOUSE_AREA_M2 / 11;
/** The prior, houses, weighs as much as this density of built streets. */
const PRIOR_M_PER_M2 = 0.002;

type Places = Pick<Amounts, 'x_m' | 'y_m'>;

/** Columns by piece of street. */
export interface MissingHomes {
  readonly share: Float64Array;
  /** Log area of mapped homes by metre of built street around, relative to houses. */
  readonly homesAlong: Float64Array;
}

/** @param places of pieces in the partition's plane, as those of `homes` */
export function missingHomes(
  streets: StreetPieces,
  buildings: Flatbush | null,
  homes: Places & { readonly usable_m2: Float64Array; readonly mayBeHome: Uint8Array },
  places: Places,
): MissingHomes {
  const isBuilt = nearHomes(streets, buildings, homes.mayBeHome);
  const around = densityAround({ ...places, amount: streets.buildable_m }, NEIGHBOURHOOD, places);
  const built_m = streets.buildable_m.map((buildable_m, piece) => (isBuilt[piece] === 1 ? buildable_m : 0));
  const builtAround = densityAround({ ...places, amount: built_m }, NEIGHBOURHOOD, places);
  const home_m2 = homes.usable_m2.map((own_m2, home) => own_m2 * homes.mayBeHome[home]);
  const homesAround = densityAround({ ...homes, amount: home_m2 }, NEIGHBOURHOOD, places);
  return {
    share: around.map((all, piece) => {
      if (isBuilt[piece] === 1) return 0;
      return all > 0 ? 1 - builtAround[piece] / all : 1;
    }),
    homesAlong: homesAround.map((all, piece) => {
      const expected = (PRIOR_M_PER_M2 + builtAround[piece]) * M2_ALONG_A_METRE;
      return Math.log((PRIOR_M_PER_M2 * M2_ALONG_A_METRE + all) / expected);
    }),
  };
}

/** Returns 1 for places near a possible home. */
function nearHomes(
  { count, lon, lat }: StreetPieces,
  buildings: Flatbush | null,
  mayBeHome: Uint8Array,
): Uint8Array {
  const isNear = new Uint8Array(count);
  const isHome = (building: number): boolean => mayBeHome[building] === 1;
  const north = (NEAR_M / METRES_PER_DEGREE) * UNITS_PER_DEGREE;
  for (let piece = 0; piece < count; piece++) {
    const east = north / Math.cos((lat[piece] * Math.PI) / 180);
    const [x, y] = [lon[piece] * UNITS_PER_DEGREE, lat[piece] * UNITS_PER_DEGREE];
    if (buildings?.collides(x - east, y - north, x + east, y + north, isHome)) isNear[piece] = 1;
  }
  return isNear;
}

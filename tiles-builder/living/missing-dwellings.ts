/**
 * Estimates the probability that houses along a piece of street are unmapped: the unbuilt share of its buildable length in a Gaussian
 * neighbourhood, 0 next to a building.
 */
import type Flatbush from 'flatbush';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { StreetPieces } from '../built-up/street-records.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import { type Amounts, type Blur, densityAround } from './density.ts';

const NEAR_M = 40;
/** Scale on which completeness varies. */
const NEIGHBOURHOOD: Blur = { cell_m: 125, deviation_m: 1_000, reach_cells: 15 };

/** @param places in the partition's plane */
export function missingShares(
  streets: StreetPieces,
  buildings: Flatbush | null,
  mayBeHome: Uint8Array,
  places: Pick<Amounts, 'x_m' | 'y_m'>,
): Float64Array {
  const isBuilt = besideHomes(streets, buildings, mayBeHome);
  const around = densityAround({ ...places, amount: streets.buildable_m }, NEIGHBOURHOOD, places);
  const built_m = streets.buildable_m.map((buildable_m, piece) => (isBuilt[piece] === 1 ? buildable_m : 0));
  const builtAround = densityAround({ ...places, amount: built_m }, NEIGHBOURHOOD, places);
  return around.map((all, piece) => {
    if (isBuilt[piece] === 1) return 0;
    return all > 0 ? 1 - builtAround[piece] / all : 1;
  });
}

/** 1 near a possible home. */
function besideHomes(
  { count, lon, lat }: StreetPieces,
  buildings: Flatbush | null,
  mayBeHome: Uint8Array,
): Uint8Array {
  const isBeside = new Uint8Array(count);
  const isHome = (building: number): boolean => mayBeHome[building] === 1;
  const north = (NEAR_M / METRES_PER_DEGREE) * UNITS_PER_DEGREE;
  for (let piece = 0; piece < count; piece++) {
    const east = north / Math.cos((lat[piece] * Math.PI) / 180);
    const [x, y] = [lon[piece] * UNITS_PER_DEGREE, lat[piece] * UNITS_PER_DEGREE];
    if (buildings?.collides(x - east, y - north, x + east, y + north, isHome)) isBeside[piece] = 1;
  }
  return isBeside;
}

/** Houses that stand along streets without being mapped. */
import type { BoundingBox, Position, Ring } from '../../src/geo/positions.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import { METRES_PER_DEGREE } from '../geometry/planar-area.ts';
import { DensityRaster } from './density-raster.ts';
import type { StreetPiece } from './residential-streets.ts';

/** A piece of street, and how much of what usually stands along it is likely to be missing in the data, 0 to 1. */
export interface MissingFrontage {
  readonly position: Position;
  readonly frontage_m: number;
  readonly share: number;
}

/** A street is built up where a building is as near as this. */
const NEAR_M = 40;
/** Whether buildings are mapped is a matter of the neighbourhood: standard deviation of what counts as such. */
const NEIGHBOURHOOD_M = 1_000;

/**
 * Pieces of streets without a mapped building beside them. Where most streets around have buildings, nothing is
 * likely to be missing, and the street is taken to be empty.
 * @param buildings boxes of buildings that may be homes
 */
export function missingFrontage(
  streets: readonly StreetPiece[],
  buildings: readonly BoundingBox[],
  box: BoundingBox,
): MissingFrontage[] {
  const index = new AreaIndex(buildings);
  const all = new DensityRaster(box);
  const built = new DensityRaster(box);
  const bare = streets.filter(({ position, frontage_m }) => {
    all.add(position, frontage_m);
    if (index.meeting(boxAround(position, NEAR_M)).length === 0) return true;
    built.add(position, frontage_m);
    return false;
  });
  if (bare.length === 0) return [];
  all.blur(NEIGHBOURHOOD_M);
  built.blur(NEIGHBOURHOOD_M);
  return bare.map(({ position, frontage_m }) => {
    const around = all.at(position);
    return { position, frontage_m, share: around > 0 ? 1 - built.at(position) / around : 1 };
  });
}

export function boxAround([lon, lat]: Position, reach_m: number): BoundingBox {
  const north = reach_m / METRES_PER_DEGREE;
  const east = north / Math.cos((lat * Math.PI) / 180);
  return { west: lon - east, east: lon + east, south: lat - north, north: lat + north };
}

/** A square around a position, counterclockwise. */
export function squareRing(position: Position, half_m: number): Ring {
  const { west, south, east, north } = boxAround(position, half_m);
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

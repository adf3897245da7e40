/** Computes how large a feature is on the map, in units of a vector tile. */
import { MAX_LATITUDE } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';

/** Width of a vector tile in its own units. */
export const TILE_UNITS = 4_096;

/** Returns the side of a square with the area of the box. */
export function side_units({ west, south, east, north }: BoundingBox, zoom: number): number {
  const lat = Math.min(MAX_LATITUDE, Math.max(Math.abs(south), Math.abs(north)));
  const width = (east - west) / 360;
  const height = (north - south) / 360 / Math.cos((lat * Math.PI) / 180);
  return Math.sqrt(width * height) * 2 ** zoom * TILE_UNITS;
}

export function firstZoomWithSide(
  box: BoundingBox,
  least_units: number,
  first: number,
  last: number,
): number {
  let zoom = first;
  while (zoom < last && side_units(box, zoom) < least_units) zoom++;
  return zoom;
}

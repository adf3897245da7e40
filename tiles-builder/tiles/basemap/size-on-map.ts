/** How large something is on a map, in the units of its tiles. */
import { MAX_LATITUDE } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';

/** Units across a tile. */
export const TILE_UNITS = 4_096;

/** The side of a square as large as a box, in units of the tiles of a zoom level. */
export function side_units({ west, south, east, north }: BoundingBox, zoom: number): number {
  const lat = Math.min(MAX_LATITUDE, Math.max(Math.abs(south), Math.abs(north)));
  const width = (east - west) / 360;
  const height = (north - south) / 360 / Math.cos((lat * Math.PI) / 180);
  return Math.sqrt(width * height) * 2 ** zoom * TILE_UNITS;
}

/** The first of the zoom levels `first` to `last` at which a box is as large as a square of so many units, else the last. */
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

/** Tiles of web maps: Web Mercator squares, 2^zoom by 2^zoom of them, columns from the west, rows from the north. */
import type { BoundingBox } from './positions.ts';

/** Where the Web Mercator square ends, in degrees. */
const MAX_LATITUDE = 85.0511;

/** Columns and rows of some tiles, the first and last included. */
export interface TileRange {
  readonly firstX: number;
  readonly lastX: number;
  readonly firstY: number;
  readonly lastY: number;
}

/** The tiles that a box touches at a zoom level. */
export function tilesTouching({ west, south, east, north }: BoundingBox, zoom: number): TileRange {
  const last = 2 ** zoom - 1;
  const [firstX, firstY] = tileAt(west, north, zoom);
  const [lastX, lastY] = tileAt(east, south, zoom);
  return {
    firstX: Math.max(0, firstX),
    lastX: Math.min(last, lastX),
    firstY: Math.max(0, firstY),
    lastY: Math.min(last, lastY),
  };
}

/** Column and row of the tile that holds a place; one beyond the square's latitudes counts as at its edge. */
export function tileAt(lon: number, lat: number, zoom: number): [x: number, y: number] {
  const across = 2 ** zoom;
  const phi = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180;
  const x = ((lon + 180) / 360) * across;
  const y = ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * across;
  return [Math.floor(x), Math.floor(y)];
}

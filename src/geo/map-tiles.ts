/** Converts positions to Web Mercator map tiles (XYZ) and back; columns are numbered from the west, rows from the north. */
import type { BoundingBox } from './positions.ts';

/** Web Mercator ends at this latitude in degrees. */
export const MAX_LATITUDE = 85.0511;

export interface MapTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A range includes its first and last column and row. */
export interface TileRange {
  readonly firstX: number;
  readonly lastX: number;
  readonly firstY: number;
  readonly lastY: number;
}

/** @param margin each side, as a share of a tile's width */
export function tilesTouching(
  { west, south, east, north }: BoundingBox,
  zoom: number,
  margin = 0,
): TileRange {
  const last = 2 ** zoom - 1;
  const [firstX, firstY] = placeAmongTiles(west, north, zoom).map((place) => Math.floor(place - margin));
  const [lastX, lastY] = placeAmongTiles(east, south, zoom).map((place) => Math.floor(place + margin));
  return {
    firstX: Math.max(0, firstX),
    lastX: Math.min(last, lastX),
    firstY: Math.max(0, firstY),
    lastY: Math.min(last, lastY),
  };
}

/** @param margin each side, as a share of the tile's width */
export function boxOfTile({ zoom, x, y }: MapTile, margin = 0): BoundingBox {
  const across = 2 ** zoom;
  const lonAt = (column: number): number => (column / across) * 360 - 180;
  const latAt = (row: number): number =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / across))) * 180) / Math.PI;
  return {
    west: lonAt(x - margin),
    south: latAt(y + 1 + margin),
    east: lonAt(x + 1 + margin),
    north: latAt(y - margin),
  };
}

/** Finds column and row; latitudes are clamped. */
export function tileAt(lon: number, lat: number, zoom: number): [x: number, y: number] {
  const [x, y] = placeAmongTiles(lon, lat, zoom);
  return [Math.floor(x), Math.floor(y)];
}

/** Finds fractional column and row; latitudes are clamped. */
export function placeAmongTiles(lon: number, lat: number, zoom: number): [x: number, y: number] {
  const across = 2 ** zoom;
  const phi = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180;
  const x = ((lon + 180) / 360) * across;
  const y = ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * across;
  return [x, y];
}

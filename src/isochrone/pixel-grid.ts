/**
 * Converts degrees to the sample grid of isochrones and back. The grid is Web Mercator (EPSG:3857) in a power of two of pixels
 * around the world: x goes east from 180° W, y south from 85.0511° N.
 */
import { SAMPLE_GRIDS } from '../format/road-model.ts';
import type { Travel } from '../format/tile-sets.ts';

const EQUATOR_M = 2 * Math.PI * 6_378_137;
const RADIANS = Math.PI / 180;

/** Returns the width of the world in pixels; longer times have a coarser grid. */
export function pixelsAroundWorld(travel: Travel, time_s: number): number {
  return SAMPLE_GRIDS[travel].find(({ up_to_s = Infinity }) => time_s <= up_to_s)!.pixels;
}

export const pixelX = (lon: number, pixels: number): number => (lon / 360 + 0.5) * pixels;

export const pixelY = (lat: number, pixels: number): number =>
  (0.5 - Math.asinh(Math.tan(lat * RADIANS)) / (2 * Math.PI)) * pixels;

export const lonOfPixel = (x: number, pixels: number): number => (x / pixels - 0.5) * 360;

export const latOfPixel = (y: number, pixels: number): number =>
  Math.atan(Math.sinh((0.5 - y / pixels) * 2 * Math.PI)) / RADIANS;

/** Computes the width of a pixel on the ground. */
export const pixelWidth_m = (lat: number, pixels: number): number =>
  (EQUATOR_M * Math.cos(lat * RADIANS)) / pixels;

/** A second-order Taylor polynomial gives the grid near a latitude within a millimetre up to 20 km. */
export interface LocalGrid {
  readonly x0: number;
  readonly xPerUnit: number;
  readonly latUnits0: number;
  readonly y0: number;
  readonly yPerUnit: number;
  readonly yPerSquareUnit: number;
}

export function localGrid(latUnits0: number, unit_degrees: number, pixels: number): LocalGrid {
  const lat = latUnits0 * unit_degrees;
  const radiansPerUnit = unit_degrees * RADIANS;
  const first = -pixels / (2 * Math.PI * Math.cos(lat * RADIANS));
  return {
    x0: pixels / 2,
    xPerUnit: (unit_degrees / 360) * pixels,
    latUnits0,
    y0: pixelY(lat, pixels),
    yPerUnit: first * radiansPerUnit,
    yPerSquareUnit: (first * Math.tan(lat * RADIANS) * radiansPerUnit ** 2) / 2,
  };
}

import type { Cell } from './cells.ts';
import { cellToLatLng } from './h3.ts';
import { type Polygon, ringOfBox } from './positions.ts';

const HALF_SIDE_DEGREES = 1e-5;

/** Returns a square of two metres around the centre of an H3 cell, which must be no pole. */
export function boxInCell(cell: Cell): Polygon {
  const [lat, lon] = cellToLatLng(cell);
  const west = Math.max(-180, lon - HALF_SIDE_DEGREES);
  const east = Math.min(180, lon + HALF_SIDE_DEGREES);
  const [south, north] = [lat - HALF_SIDE_DEGREES, lat + HALF_SIDE_DEGREES];
  return [ringOfBox({ west, south, east, north })];
}

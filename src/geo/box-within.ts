/** A small box inside an H3 cell. */
import type { Cell } from './cells.ts';
import { cellToLatLng } from './h3.ts';
import type { Polygon } from './positions.ts';

/** About a metre: inside any cell of the standard grid. */
const HALF_SIDE_DEGREES = 1e-5;

/** A box around a cell's centre. Centres may lie on the antimeridian, but on no pole. */
export function boxWithin(cell: Cell): Polygon {
  const [lat, lon] = cellToLatLng(cell);
  const west = Math.max(-180, lon - HALF_SIDE_DEGREES);
  const east = Math.min(180, lon + HALF_SIDE_DEGREES);
  const [south, north] = [lat - HALF_SIDE_DEGREES, lat + HALF_SIDE_DEGREES];
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

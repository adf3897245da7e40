/** Packs a side of a hexagon into one number: 16 × cell + direction, + 8 if an outline must follow the side exactly. */
import {
  aOf,
  bOf,
  FACE_SIZE,
  faceOf,
  locate,
  located,
  type PointNumber,
  verticesAndNeighbours,
} from '../geo/grid-lattice.ts';
import type { Position } from '../geo/positions.ts';

/** Side i of a cell is between its vertices i - 1 and i, and borders on its neighbour i. */
export type Side = number;

const SIDES = 16;
const EXACT = 8;
export const sideOf = (cell: PointNumber, number: number, isExact: boolean): Side =>
  cell * SIDES + number + (isExact ? EXACT : 0);
export const cellOfSide = (side: Side): PointNumber => Math.floor(side / SIDES);
export const numberOfSide = (side: Side): number => side % EXACT;
export const isExactSide = (side: Side): boolean => side % SIDES >= EXACT;

const vertices: PointNumber[] = [];
const neighbours: PointNumber[] = [];

export function startOfSide(side: Side): Position {
  const count = verticesAndNeighbours(cellOfSide(side), vertices, neighbours);
  const start = vertices[(numberOfSide(side) + count - 1) % count];
  locate(faceOf(start), aOf(start), bOf(start));
  return [located.lon, located.lat];
}

/** Cells this near may have second neighbours on other faces. */
const NEAR_FACE_EDGE = 4;

/** Tells whether all second neighbours of a cell lie on its own face of the icosahedron. */
export const isWellInsideFace = (a: number, b: number): boolean =>
  a > NEAR_FACE_EDGE && b > NEAR_FACE_EDGE && FACE_SIZE - a - b > NEAR_FACE_EDGE;

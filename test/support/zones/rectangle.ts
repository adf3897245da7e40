import type { Position, Ring } from '../../../src/geo/positions.ts';
import type { LocalPlane } from '../../../tiles-builder/simulate/local-plane.ts';

/** Counterclockwise from the south-western vertex and back. */
export const rectangle = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

export const square = (west: number, south: number, side: number): Position[] =>
  rectangle(west, south, west + side, south + side);

/** On a plane of metres. */
export const rectanglesOn =
  (plane: LocalPlane) =>
  (west_m: number, south_m: number, width_m: number, height_m: number): Ring =>
    rectangle(west_m, south_m, west_m + width_m, south_m + height_m).map(
      ([x, y]): Position => plane.toPosition([x, y]),
    );

import type { Position, Ring } from '../../src/geo/positions.ts';
import type { LocalPlane } from '../../tiles-builder/simulate/local-plane.ts';

/** Outlines of rectangles on a plane of metres, counterclockwise from their south-western corner. */
export const rectanglesOn =
  (plane: LocalPlane) =>
  (west_m: number, south_m: number, width_m: number, height_m: number): Ring => {
    const corners: [number, number][] = [
      [west_m, south_m],
      [west_m + width_m, south_m],
      [west_m + width_m, south_m + height_m],
      [west_m, south_m + height_m],
      [west_m, south_m],
    ];
    return corners.map((corner): Position => plane.toPosition(corner));
  };

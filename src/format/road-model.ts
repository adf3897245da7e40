/**
 * What road tiles and isochrones take for granted of travel on roads and beside them. The farthest times and the masks
 * of the tiles are computed from it, so that it belongs to the format: a dataset states it, and a Worker that computes
 * with another refuses the dataset.
 */
import { type Cell, parentOf } from '../geo/cells.ts';
import type { Travel } from './tile-sets.ts';

/** A grid of sample points that areas are drawn on, see `isochrone/pixel-grid.ts`. */
export interface SampleGrid {
  /** The longest travel time that is drawn on it; without one, all longer ones. */
  readonly up_to_s?: number;
  /** Pixels around the world, a power of two. */
  readonly pixels: number;
  /**
   * Resolution of the cells whose masks share an object: long drives reach many areas as a whole, and their masks are
   * small; walks hardly any.
   */
  readonly masks_packed_at: number;
}

/** Speed on foot, on roads and from a road to the places beside it. */
export const WALKING_SPEED_KM_H = 5;

/**
 * How far from a road a place can be and still be reached from it: the far side of a large plot. Those who drive go on
 * over farmyards and car parks, and their streets lie farther apart than paths do.
 */
export const MAX_WALK_FROM_ROAD_M: Record<Travel, number> = { pedestrian: 100, motorized: 150 };

/**
 * Each reached road point is given at least this walk, in pixels, so that a sample shows it wherever it lies between
 * the samples: a sample is at most 0.71 away. Else the last metres of a reached road would break up or vanish.
 */
export const MIN_WALK_PIXELS = 0.75;

/** Travel times: two hours on foot or one by car, the widest that the contract promises. Roads farther off may be missing. */
export const MAX_TRAVEL_TIME_S: Record<Travel, number> = { pedestrian: 7_200, motorized: 3_600 };

/**
 * The grids in use. A pixel is 27 m wide at 45° for walks, twice that for short drives and four times for long ones,
 * whose outlines are allowed to be that much coarser and would otherwise cost in proportion to their area.
 */
export const SAMPLE_GRIDS: Record<Travel, readonly SampleGrid[]> = {
  pedestrian: [{ pixels: 2 ** 20, masks_packed_at: 5 }],
  motorized: [
    { up_to_s: 900, pixels: 2 ** 19, masks_packed_at: 4 },
    { pixels: 2 ** 18, masks_packed_at: 3 },
  ],
};

/** The cell whose object holds the masks of another one below it. @throws RangeError where there is no such grid */
export function masksPackOf(travel: Travel, pixels: number, cell: Cell): Cell {
  const grid = SAMPLE_GRIDS[travel].find((one) => one.pixels === pixels);
  if (!grid) throw new RangeError(`${travel} has no grid of ${pixels} pixels`);
  return parentOf(cell, grid.masks_packed_at);
}

/** Distances and walks are stored in this fraction of a pixel. */
export const STEPS_PER_PIXEL = 128;

/** All of the above, as a dataset's manifest states it. */
export const ROAD_MODEL = {
  walking_speed_km_h: WALKING_SPEED_KM_H,
  max_walk_from_road_m: MAX_WALK_FROM_ROAD_M,
  min_walk_pixels: MIN_WALK_PIXELS,
  max_travel_time_s: MAX_TRAVEL_TIME_S,
  sample_grids: SAMPLE_GRIDS,
  steps_per_pixel: STEPS_PER_PIXEL,
} as const;

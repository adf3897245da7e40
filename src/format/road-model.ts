/**
 * Assumptions about travel on roads and next to them. Farthest times and masks depend on them, so they are part of the format: a
 * dataset states them, and the Worker refuses a dataset with others.
 */
import { type Cell, parentOf } from '../geo/cells.ts';
import type { Travel } from './tile-sets.ts';

/** A grid of sample points, see `isochrone/pixel-grid.ts`. */
export interface SampleGrid {
  /** Maximum travel time on this grid; unlimited if absent. */
  readonly up_to_s?: number;
  /** Pixels around the world, a power of two. */
  readonly pixels: number;
  /** Resolution of the cells whose masks share an object: long drives use many small masks, walks hardly any. */
  readonly masks_packed_at: number;
}

/** Speed on foot, on roads and from a road to the places next to it. */
export const WALKING_SPEED_KM_H = 5;

/**
 * Maximum distance of a reachable place from a road: the far side of a large plot. Longer for cars, which continue over farmyards
 * and car parks, and whose streets lie farther apart than paths.
 */
export const MAX_WALK_FROM_ROAD_M: Record<Travel, number> = { pedestrian: 100, motorized: 150 };

/** Minimum walk, in pixels, around each reached road point, so that a sample always shows it: a sample is at most 0.71 away. */
export const MIN_WALK_PIXELS = 0.75;

/** Two hours on foot or one by car, as the API promises. Roads farther off may be missing. */
export const MAX_TRAVEL_TIME_S: Record<Travel, number> = { pedestrian: 7_200, motorized: 3_600 };

/**
 * A pixel is 27 m wide at 45° for walks, twice that for short drives and four times for long ones, which may be coarser and would
 * otherwise cost in proportion to their area.
 */
export const SAMPLE_GRIDS: Record<Travel, readonly SampleGrid[]> = {
  pedestrian: [{ pixels: 2 ** 20, masks_packed_at: 5 }],
  motorized: [
    { up_to_s: 900, pixels: 2 ** 19, masks_packed_at: 4 },
    { pixels: 2 ** 18, masks_packed_at: 3 },
  ],
};

/**
 * The cell whose object holds the masks of a cell below it.
 * @throws RangeError for an unknown grid
 */
export function masksPackOf(travel: Travel, pixels: number, cell: Cell): Cell {
  const grid = SAMPLE_GRIDS[travel].find((one) => one.pixels === pixels);
  if (!grid) throw new RangeError(`${travel} has no grid of ${pixels} pixels`);
  return parentOf(cell, grid.masks_packed_at);
}

/** Resolution of distances and walks, per pixel. */
export const STEPS_PER_PIXEL = 128;

/** All of the above, as stated in a manifest. */
export const ROAD_MODEL = {
  walking_speed_km_h: WALKING_SPEED_KM_H,
  max_walk_from_road_m: MAX_WALK_FROM_ROAD_M,
  min_walk_pixels: MIN_WALK_PIXELS,
  max_travel_time_s: MAX_TRAVEL_TIME_S,
  sample_grids: SAMPLE_GRIDS,
  steps_per_pixel: STEPS_PER_PIXEL,
} as const;

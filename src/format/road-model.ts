/** Sets assumptions about travel on and off roads. Tiles depend on it: datasets state it, and the Worker refuses others. */
import { type Cell, parentOf } from '../geo/cells.ts';
import type { Travel } from './tile-sets.ts';

export interface SampleGrid {
  /** Travel times up to this use the grid; all do if it is absent. */
  readonly up_to_s?: number;
  /** The grid has this many pixels around the world, a power of two. */
  readonly pixels: number;
  /** Masks of a cell of this resolution share an object. */
  readonly masks_packed_at: number;
}

export const WALKING_SPEED_KM_H = 5;

/** Longest walk off a road in metres; it reaches the far side of a large plot, and drivers also use farmyards and car parks. */
export const MAX_WALK_FROM_ROAD_M: Record<Travel, number> = { pedestrian: 100, motorized: 150 };

/** A reached road point has at least this walk left, as a sample is at most 0.71 pixels away. */
export const MIN_WALK_PIXELS = 0.75;

/** Longest travel times in seconds; tiles may lack roads beyond them. */
export const MAX_TRAVEL_TIME_S: Record<Travel, number> = { pedestrian: 7_200, motorized: 3_600 };

/** Grids by travel time. At 45° a pixel has 27 m for walks, 54 and 108 m for drives, whose cost grows with their area. */
export const SAMPLE_GRIDS: Record<Travel, readonly SampleGrid[]> = {
  pedestrian: [{ pixels: 2 ** 20, masks_packed_at: 5 }],
  motorized: [
    { up_to_s: 900, pixels: 2 ** 19, masks_packed_at: 4 },
    { pixels: 2 ** 18, masks_packed_at: 3 },
  ],
};

/**
 * @returns cell whose object has the masks of `cell`
 * @throws RangeError for an unknown grid
 */
export function masksPackOf(travel: Travel, pixels: number, cell: Cell): Cell {
  const grid = SAMPLE_GRIDS[travel].find((one) => one.pixels === pixels);
  if (!grid) throw new RangeError(`${travel} has no grid of ${pixels} pixels`);
  return parentOf(cell, grid.masks_packed_at);
}

/** A pixel has this many steps, the unit of walks off roads. */
export const STEPS_PER_PIXEL = 128;

/** All these assumptions, as a manifest states them. */
export const ROAD_MODEL = {
  walking_speed_km_h: WALKING_SPEED_KM_H,
  max_walk_from_road_m: MAX_WALK_FROM_ROAD_M,
  min_walk_pixels: MIN_WALK_PIXELS,
  max_travel_time_s: MAX_TRAVEL_TIME_S,
  sample_grids: SAMPLE_GRIDS,
  steps_per_pixel: STEPS_PER_PIXEL,
} as const;

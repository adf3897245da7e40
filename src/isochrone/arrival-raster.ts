/**
 * How much walk is left at each sample of the pixel grid. A place is reached if the arrival at some road point plus the
 * walk from there is within the limit, so a road point with walk b left makes a cone around it, b - distance, and the
 * raster is the highest of the cones: the area is where it is at least 0. Unlike a raster of times it goes on falling
 * evenly outside the area, so that the outline can be interpolated between the samples.
 *
 * Cones are exact at the corners of the cells that a road passes through, to the points that it is seeded by, and go on
 * from sample to sample by a chamfer distance.
 */
import { type MaskTile, NO_ROAD_NEAR, STEPS_PER_PIXEL } from '../format/mask-tile.ts';
import { ReusableBuffer } from './reusable-buffers.ts';

/** A value that no sample near a reached road has. Low enough for its sums to stay below it, high enough for 16 bits. */
const NOTHING = -30_000;
const STRAIGHT = Math.round(0.9604 * STEPS_PER_PIXEL);
const DIAGONAL = Math.round(1.3583 * STEPS_PER_PIXEL);

/** Points of lines of road are told apart by this part of a pixel. */
export const PLACES_PER_PIXEL = 16;
const PLACE_BITS = 4;
/** The farthest from a dead end that a mask can tell. */
const MAX_DISTANCE_STEPS = NO_ROAD_NEAR - 1;
/** For each place in a cell, row by row, the distances to the cell's corners, row by row. */
const distancesToCorners = makeDistancesToCorners();

const walkBuffer = new ReusableBuffer((length) => new Int16Array(length));

/** Reuses the memory of the raster before it. Road points are given relative to column 0 and row 0, in pixels. */
export class ArrivalRaster {
  /** Grid coordinates of column 0 and row 0. */
  readonly west: number;
  readonly north: number;
  readonly width: number;
  readonly height: number;
  /** Row by row from the north, in 1/STEPS_PER_PIXEL pixels. */
  readonly walkLeft: Int16Array;

  constructor(west: number, north: number, width: number, height: number) {
    this.west = west;
    this.north = north;
    this.width = width;
    this.height = height;
    this.walkLeft = walkBuffer.take(width * height);
    this.walkLeft.fill(NOTHING, 0, width * height);
  }

  /** A point of road with this walk left, told to the samples around it that are near enough for a mask. */
  seedPoint(x: number, y: number, steps: number): void {
    const { width, height, walkLeft } = this;
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < 1 || row < 1 || column >= width - 2 || row >= height - 2) return;
    for (let y1 = row - 1; y1 <= row + 2; y1++) {
      for (let x1 = column - 1; x1 <= column + 2; x1++) {
        const distance = Math.ceil(distanceOf(x - x1, y - y1) * STEPS_PER_PIXEL);
        if (distance > MAX_DISTANCE_STEPS) continue;
        const left = steps - distance;
        if (left > walkLeft[y1 * width + x1]) walkLeft[y1 * width + x1] = left;
      }
    }
  }

  /**
   * One of the points of a line of road, told to the 4 samples around it only: the spread finds the rest from them.
   * @param x in 1/PLACES_PER_PIXEL pixels, like y: what a place is told does not depend on where the raster begins
   */
  seedPointOfLine(x: number, y: number, steps: number): void {
    const { width, height, walkLeft } = this;
    const column = x >> PLACE_BITS;
    const row = y >> PLACE_BITS;
    if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return;
    const at = row * width + column;
    const entry = ((y & (PLACES_PER_PIXEL - 1)) * PLACES_PER_PIXEL + (x & (PLACES_PER_PIXEL - 1))) * 4;
    const northWest = steps - distancesToCorners[entry];
    const northEast = steps - distancesToCorners[entry + 1];
    const southWest = steps - distancesToCorners[entry + 2];
    const southEast = steps - distancesToCorners[entry + 3];
    if (northWest > walkLeft[at]) walkLeft[at] = northWest;
    if (northEast > walkLeft[at + 1]) walkLeft[at + 1] = northEast;
    if (southWest > walkLeft[at + width]) walkLeft[at + width] = southWest;
    if (southEast > walkLeft[at + width + 1]) walkLeft[at + width + 1] = southEast;
  }

  /** The roads of a mask's child. @returns false where it does not lie within the raster */
  seedMask(mask: MaskTile, child: number): boolean {
    const { width, height, walkLeft } = this;
    const columns = mask.width[child]!;
    const rows = mask.height[child]!;
    const left = mask.column[child]! - this.west;
    const top = mask.row[child]! - this.north;
    if (columns === 0) return true;
    if (left < 0 || top < 0 || left + columns > width || top + rows > height) return false;
    const { distance } = mask;
    const steps = mask.walk[child]!;
    let sample = mask.firstSample[child]!;
    for (let row = top; row < top + rows; row++) {
      let at = row * width + left;
      for (const end = at + columns; at < end; at++) {
        const away = distance[sample++]!;
        if (away !== NO_ROAD_NEAR && steps - away > walkLeft[at]!) walkLeft[at] = steps - away;
      }
    }
    return true;
  }

  /**
   * Spreads the walk from sample to sample, by steps to the 8 samples around in two passes: a chamfer distance with the
   * weights that keep it within 4 % of the straight way, which is 4 m at the end of the longest walk. Source:
   * G. Borgefors, Distance transformations in digital images, 1986.
   * Then closes the raster's rim, so that every outline is closed inside it.
   */
  spread(): void {
    const { width, height, walkLeft } = this;
    // The second pass mirrors the first: from the south-east end, all offsets negated.
    for (let row = 1; row < height; row++) spreadRow(walkLeft, row * width + 1, 1, width);
    for (let row = height - 2; row >= 0; row--) spreadRow(walkLeft, row * width + width - 2, -1, width);
    this.#closeRim();
  }

  #closeRim(): void {
    const { width, height, walkLeft } = this;
    walkLeft.fill(-STRAIGHT, 0, width);
    walkLeft.fill(-STRAIGHT, (height - 1) * width, height * width);
    for (let row = 1; row < height; row++) {
      walkLeft[row * width] = -STRAIGHT;
      walkLeft[row * width + width - 1] = -STRAIGHT;
    }
  }
}

/** Math.hypot guards against overflow, which takes several times as long. */
const distanceOf = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy);

/**
 * One row of a pass of the spread. Names are those of the first pass, from west to east below rows that are done.
 * @param at the second sample of the row in the direction of `step`, 1 or -1
 */
function spreadRow(walkLeft: Int16Array, at: number, step: number, width: number): void {
  let above = at - step * width;
  let west = walkLeft[at - step];
  let northWest = walkLeft[above - step];
  let north = walkLeft[above];
  const end = at + step * (width - 2);
  while (at !== end) {
    const northEast = walkLeft[above + step];
    const own = walkLeft[at];
    let straight = west > north ? west : north;
    let diagonal = northWest > northEast ? northWest : northEast;
    straight -= STRAIGHT;
    diagonal -= DIAGONAL;
    if (diagonal > straight) straight = diagonal;
    if (straight > own) {
      walkLeft[at] = straight;
      west = straight;
    } else west = own;
    northWest = north;
    north = northEast;
    at += step;
    above += step;
  }
}

function makeDistancesToCorners(): Int16Array {
  const distances: number[] = [];
  for (let place = 0; place < PLACES_PER_PIXEL ** 2; place++) {
    const x = ((place % PLACES_PER_PIXEL) + 0.5) / PLACES_PER_PIXEL;
    const y = (Math.floor(place / PLACES_PER_PIXEL) + 0.5) / PLACES_PER_PIXEL;
    distances.push(Math.hypot(x, y), Math.hypot(1 - x, y), Math.hypot(x, 1 - y), Math.hypot(1 - x, 1 - y));
  }
  return Int16Array.from(distances, (distance) => Math.round(distance * STEPS_PER_PIXEL));
}

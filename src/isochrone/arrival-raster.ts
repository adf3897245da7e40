/**
 * How much walk is left at each sample of the pixel grid. A place is reached if the arrival at some road point plus the
 * walk from there is within the limit, so a road point with walk b left makes a cone around it, b - distance, and the
 * raster is the highest of the cones: the area is where it is at least 0. Unlike a raster of times it goes on falling
 * evenly outside the area, so that the outline can be interpolated between the samples.
 *
 * Cones are exact at the samples next to a road (at least the corners of the cells that it passes through) and go on
 * from sample to sample by a chamfer distance.
 */
import { ReusableBuffer } from './reusable-buffers.ts';

/** Walk is stored in this fraction of a pixel. */
export const STEPS_PER_PIXEL = 256;
/**
 * Each reached road point is given at least this walk, in pixels, so that a sample shows it wherever it lies between
 * the samples: a sample is at most 0.71 away. Else the last metres of a reached road would break up or vanish.
 */
export const MIN_WALK_PIXELS = 0.75;

/** A value that no sample near a reached road has. Low enough for its sums to stay below it, high enough for 16 bits. */
const NOTHING = -30_000;
const STRAIGHT = Math.round(0.9604 * STEPS_PER_PIXEL);
const DIAGONAL = Math.round(1.3583 * STEPS_PER_PIXEL);
/** Samples this near to a road, in pixels, get their exact distance: at least the corners around each of its points. */
const EXACT_PIXELS = 1;

/** Points of road are told apart by this part of a pixel. */
const PLACES_PER_PIXEL = 16;
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

  /** A point of road with this walk left, in pixels, told to the 16 samples around it. */
  seedPoint(x: number, y: number, walk: number): void {
    const { width, height, walkLeft } = this;
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < 1 || row < 1 || column >= width - 2 || row >= height - 2) return;
    const steps = Math.floor(walk * STEPS_PER_PIXEL);
    for (let y1 = row - 1; y1 <= row + 2; y1++) {
      for (let x1 = column - 1; x1 <= column + 2; x1++) {
        const left = steps - Math.ceil(distanceOf(x - x1, y - y1) * STEPS_PER_PIXEL);
        if (left > walkLeft[y1 * width + x1]) walkLeft[y1 * width + x1] = left;
      }
    }
  }

  /** One of the points of a line of road, told to the 4 samples around it only: the spread finds the rest from them. */
  seedPointOfLine(x: number, y: number, steps: number): void {
    const { width, height, walkLeft } = this;
    const column = x | 0;
    const row = y | 0;
    if (!(x >= 0 && y >= 0 && column < width - 1 && row < height - 1)) return;
    const at = row * width + column;
    const entry =
      ((((y - row) * PLACES_PER_PIXEL) | 0) * PLACES_PER_PIXEL + (((x - column) * PLACES_PER_PIXEL) | 0)) * 4;
    const northWest = steps - distancesToCorners[entry];
    const northEast = steps - distancesToCorners[entry + 1];
    const southWest = steps - distancesToCorners[entry + 2];
    const southEast = steps - distancesToCorners[entry + 3];
    if (northWest > walkLeft[at]) walkLeft[at] = northWest;
    if (northEast > walkLeft[at + 1]) walkLeft[at + 1] = northEast;
    if (southWest > walkLeft[at + width]) walkLeft[at + width] = southWest;
    if (southEast > walkLeft[at + width + 1]) walkLeft[at + width + 1] = southEast;
  }

  /**
   * A straight piece of road with walk `walk0` left at its start, changing evenly to `walk1` at its end, in pixels; what
   * is above `maxWalk` counts as that.
   */
  seedSloping(
    x0: number,
    y0: number,
    walk0: number,
    x1: number,
    y1: number,
    walk1: number,
    maxWalk: number,
  ): void {
    const { width, height, walkLeft } = this;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = distanceOf(dx, dy);
    const perSquare = length > 0 ? 1 / (length * length) : 0;
    const slope = length > 0 ? (walk1 - walk0) / length : 0;
    // Where the cone of a point on the line is highest at a sample: so much towards the earlier end, per distance.
    const shift =
      Math.abs(slope) < 0.9999
        ? (slope * perSquare * length) / Math.sqrt(1 - slope * slope)
        : Math.sign(slope) * 1e6;
    const xFirst = Math.max(0, Math.ceil(Math.min(x0, x1) - EXACT_PIXELS));
    const xLast = Math.min(width - 1, Math.max(x0, x1) + EXACT_PIXELS);
    const yFirst = Math.max(0, Math.ceil(Math.min(y0, y1) - EXACT_PIXELS));
    const yLast = Math.min(height - 1, Math.max(y0, y1) + EXACT_PIXELS);
    for (let y = yFirst; y <= yLast; y++) {
      for (let x = xFirst; x <= xLast; x++) {
        const along = ((x - x0) * dx + (y - y0) * dy) * perSquare;
        const nearest = clampShare(along);
        const distance = distanceOf(x - x0 - nearest * dx, y - y0 - nearest * dy);
        if (distance > EXACT_PIXELS * 2) continue;
        const offLine = Math.abs((x - x0) * dy - (y - y0) * dx) * perSquare * length;
        const best = clampShare(along + shift * offLine);
        const bestDistance = distanceOf(x - x0 - best * dx, y - y0 - best * dy);
        const walk = Math.min(maxWalk, walk0 + (walk1 - walk0) * best);
        const left = Math.max(walk - bestDistance, MIN_WALK_PIXELS - distance);
        const steps = Math.floor(left * STEPS_PER_PIXEL);
        if (steps > walkLeft[y * width + x]) walkLeft[y * width + x] = steps;
      }
    }
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

const clampShare = (share: number): number => (share < 0 ? 0 : share > 1 ? 1 : share);

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

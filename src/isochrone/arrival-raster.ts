/**
 * How much walk is left at each sample of the pixel grid. A place is reached if the arrival at some road point plus the
 * walk from there is within the limit, so a road point with walk b left makes a cone around it, b - distance, and the
 * raster is the highest of the cones: the area is where it is at least 0. Unlike a raster of times it goes on falling
 * evenly outside the area, so that the outline can be interpolated between the samples.
 *
 * Cones are exact at the samples within a pixel of a road and go on from sample to sample by a chamfer distance.
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
const STRAIGHT = STEPS_PER_PIXEL;
const DIAGONAL = Math.round(Math.SQRT2 * STEPS_PER_PIXEL);
const KNIGHT = Math.round(Math.sqrt(5) * STEPS_PER_PIXEL);
/** Samples this near to a road, in pixels, get their exact distance: at least the corners around each of its points. */
const EXACT_PIXELS = 1;

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

  /** A straight piece of road, all of it with the same walk left, in pixels. */
  seedEvenly(x0: number, y0: number, x1: number, y1: number, walk: number): void {
    const { width, height, walkLeft } = this;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const square = dx * dx + dy * dy;
    const perSquare = square > 0 ? 1 / square : 0;
    const slant = Math.abs(dy) > 1e-9 ? dx / dy : 0;
    const halfWidth = slant === 0 ? Infinity : (EXACT_PIXELS * Math.sqrt(square)) / Math.abs(dy);
    const xFirst = Math.max(0, Math.min(x0, x1) - EXACT_PIXELS);
    const xLast = Math.min(width - 1, Math.max(x0, x1) + EXACT_PIXELS);
    const yFirst = Math.max(0, Math.ceil(Math.min(y0, y1) - EXACT_PIXELS));
    const yLast = Math.min(height - 1, Math.max(y0, y1) + EXACT_PIXELS);
    const steps = walk * STEPS_PER_PIXEL;
    for (let y = yFirst; y <= yLast; y++) {
      const fromStartY = y - y0;
      const middle = x0 + fromStartY * slant;
      const last = Math.min(xLast, middle + halfWidth);
      const row = y * width;
      for (let x = Math.ceil(Math.max(xFirst, middle - halfWidth)); x <= last; x++) {
        const fromStartX = x - x0;
        let share = (fromStartX * dx + fromStartY * dy) * perSquare;
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        const acrossX = fromStartX - share * dx;
        const acrossY = fromStartY - share * dy;
        const distance = Math.sqrt(acrossX * acrossX + acrossY * acrossY);
        const left = (steps - distance * STEPS_PER_PIXEL) | 0;
        if (left > walkLeft[row + x]) walkLeft[row + x] = left;
      }
    }
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
    const length = Math.hypot(dx, dy);
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
    const clampShare = (share: number): number => (share < 0 ? 0 : share > 1 ? 1 : share);
    for (let y = yFirst; y <= yLast; y++) {
      for (let x = xFirst; x <= xLast; x++) {
        const along = ((x - x0) * dx + (y - y0) * dy) * perSquare;
        const nearest = clampShare(along);
        const distance = Math.hypot(x - x0 - nearest * dx, y - y0 - nearest * dy);
        if (distance > EXACT_PIXELS * 2) continue;
        const offLine = Math.abs((x - x0) * dy - (y - y0) * dx) * perSquare * length;
        const best = clampShare(along + shift * offLine);
        const bestDistance = Math.hypot(x - x0 - best * dx, y - y0 - best * dy);
        const walk = Math.min(maxWalk, walk0 + (walk1 - walk0) * best);
        const left = Math.max(walk - bestDistance, MIN_WALK_PIXELS - distance);
        const steps = Math.floor(left * STEPS_PER_PIXEL);
        if (steps > walkLeft[y * width + x]) walkLeft[y * width + x] = steps;
      }
    }
  }

  /**
   * Spreads the walk from sample to sample, by steps to the 16 samples around (two passes of a chamfer distance, at
   * most 2 % longer than the straight way). Source: G. Borgefors, Distance transformations in digital images, 1986.
   * Then closes the raster's rim, so that every outline is closed inside it.
   */
  spread(): void {
    const { width, height, walkLeft } = this;
    const last = width * height - 1;
    // The second pass mirrors the first: from the south-east end, all offsets negated.
    for (const [start, sign] of [
      [0, 1],
      [last, -1],
    ]) {
      for (let row = 2; row < height; row++) {
        let at = start + sign * (row * width + 2);
        let before = walkLeft[at - sign];
        for (let column = 2; column < width - 2; column++, at += sign) {
          const above = at - sign * width;
          const twoAbove = above - sign * width;
          let walk = walkLeft[at];
          const straight = Math.max(before, walkLeft[above]) - STRAIGHT;
          const diagonal = Math.max(walkLeft[above - sign], walkLeft[above + sign]) - DIAGONAL;
          const knight =
            Math.max(
              Math.max(walkLeft[above - 2 * sign], walkLeft[above + 2 * sign]),
              Math.max(walkLeft[twoAbove - sign], walkLeft[twoAbove + sign]),
            ) - KNIGHT;
          if (straight > walk) walk = straight;
          if (diagonal > walk) walk = diagonal;
          if (knight > walk) walk = knight;
          walkLeft[at] = walk;
          before = walk;
        }
      }
    }
    this.#closeRim();
  }

  #closeRim(): void {
    const { width, height, walkLeft } = this;
    walkLeft.fill(-STRAIGHT, 0, 2 * width);
    walkLeft.fill(-STRAIGHT, (height - 2) * width, height * width);
    for (let row = 0; row < height; row++) {
      for (const column of [0, 1, width - 2, width - 1]) walkLeft[row * width + column] = -STRAIGHT;
    }
  }
}

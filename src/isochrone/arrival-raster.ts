/**
 * Rasterises an isochrone: walk left at each sample, the maximum of cones around reached road points, by a chamfer distance
 * transform (Borgefors, Distance transformations in digital images, 1986). The area is where it is at least 0.
 */
import { type MaskTile, NO_ROAD_NEAR } from '../format/mask-tile.ts';
import { STEPS_PER_PIXEL } from '../format/road-model.ts';
import { ReusableBuffer } from './reusable-buffer.ts';

/** Samples far from reached roads have this walk left, below which sums stay in 16 bits. */
const NOTHING = -30_000;
/** Subtracting this lowers any walk below NOTHING in 16 bits. */
const TOO_FAR = 32_767;
const STRAIGHT = Math.round(0.9604 * STEPS_PER_PIXEL);
const DIAGONAL = Math.round(1.3583 * STEPS_PER_PIXEL);

export const PLACES_PER_PIXEL = 16;
const PLACE_BITS = 4;
const PLACE_MASK = PLACES_PER_PIXEL - 1;
const MAX_DISTANCE_STEPS = NO_ROAD_NEAR - 1;
/** Distances from subpixels to corners, row by row. */
const distancesToCorners = distancesFromPlaces(0, 1);
const distancesAround = distancesFromPlaces(-1, 2);

const walkBuffer = new ReusableBuffer((length) => new Int16Array(length));
const firstInsideBuffer = new ReusableBuffer((length) => new Int32Array(length));
const lastInsideBuffer = new ReusableBuffer((length) => new Int32Array(length));

/** A raster reuses the memory of the one before. Road points are in subpixels from column 0, row 0. */
export class ArrivalRaster {
  readonly west: number;
  readonly north: number;
  readonly width: number;
  readonly height: number;
  /** Walk left by row from the north, in 1/STEPS_PER_PIXEL pixels. */
  readonly walkLeft: Int16Array;
  /** {@link spread} sets the first sample inside of each row, beyond the last one if none is. */
  readonly firstInside: Int32Array;
  readonly lastInside: Int32Array;

  constructor(west: number, north: number, width: number, height: number) {
    this.west = west;
    this.north = north;
    this.width = width;
    this.height = height;
    this.walkLeft = walkBuffer.take(width * height);
    this.walkLeft.fill(NOTHING, 0, width * height);
    this.firstInside = firstInsideBuffer.take(height);
    this.lastInside = lastInsideBuffer.take(height);
  }

  /**
   * Seeds samples within a mask's reach.
   * @param steps walk left, 1/STEPS_PER_PIXEL pixels
   */
  seedPoint(x: number, y: number, steps: number): void {
    const { width, height, walkLeft } = this;
    const column = (x >> PLACE_BITS) - 1;
    const row = (y >> PLACE_BITS) - 1;
    if (column < 0 || row < 0 || column >= width - 3 || row >= height - 3) return;
    let entry = ((y & PLACE_MASK) * PLACES_PER_PIXEL + (x & PLACE_MASK)) * 16;
    for (let line = row * width + column, end = line + 4 * width; line < end; line += width) {
      for (let at = line; at < line + 4; at++) {
        const left = steps - distancesAround[entry++];
        if (left > walkLeft[at]) walkLeft[at] = left;
      }
    }
  }

  /**
   * Seeds the 4 samples around points `from` to `to` - 1.
   * @param x subpixels, like y
   * @param steps walk left, 1/STEPS_PER_PIXEL pixels; below 0 if not reached
   */
  seedLine(x: Int32Array, y: Int32Array, steps: Int32Array, from: number, to: number): void {
    const { width, walkLeft } = this;
    const lastColumn = width - 1;
    const lastRow = this.height - 1;
    for (let point = from; point < to; point++) {
      const walk = steps[point];
      const placeX = x[point];
      const placeY = y[point];
      const column = placeX >> PLACE_BITS;
      const row = placeY >> PLACE_BITS;
      if (walk < 0 || column < 0 || row < 0 || column >= lastColumn || row >= lastRow) continue;
      const at = row * width + column;
      const entry = (((placeY & PLACE_MASK) << PLACE_BITS) | (placeX & PLACE_MASK)) << 2;
      const northWest = walkLeft[at];
      const northEast = walkLeft[at + 1];
      const southWest = walkLeft[at + width];
      const southEast = walkLeft[at + width + 1];
      walkLeft[at] = northWest + positive(walk - distancesToCorners[entry] - northWest);
      walkLeft[at + 1] = northEast + positive(walk - distancesToCorners[entry + 1] - northEast);
      walkLeft[at + width] = southWest + positive(walk - distancesToCorners[entry + 2] - southWest);
      walkLeft[at + width + 1] = southEast + positive(walk - distancesToCorners[entry + 3] - southEast);
    }
  }

  /** @returns false for a mask beyond the raster */
  seedMask(mask: MaskTile, child: number): boolean {
    const { width, height, walkLeft } = this;
    const columns = mask.width[child];
    const rows = mask.height[child];
    const left = mask.column[child] - this.west;
    const top = mask.row[child] - this.north;
    if (columns === 0) return true;
    if (left < 0 || top < 0 || left + columns > width || top + rows > height) return false;
    const { distance } = mask;
    const steps = mask.walk[child];
    let sample = mask.firstSample[child];
    for (let row = top; row < top + rows; row++) {
      let at = row * width + left;
      for (const end = at + columns; at < end; at++) {
        const away = distance[sample++];
        if (away !== NO_ROAD_NEAR && steps - away > walkLeft[at]) walkLeft[at] = steps - away;
      }
    }
    return true;
  }

  /**
   * Spreads walks within 4 % of Euclidean distances. It stops next to the area, and clears the rim so that outlines close.
   */
  spread(): void {
    const { width, height, walkLeft, firstInside, lastInside } = this;
    for (let row = 1; row < height - 1; row++) {
      let first = row * width + 1;
      let last = first + width - 3;
      while (first <= last && walkLeft[first] < 0) first++;
      while (first < last && walkLeft[last] < 0) last--;
      firstInside[row] = first - row * width;
      lastInside[row] = last - row * width;
    }
    firstInside[0] = firstInside[height - 1] = width;
    lastInside[0] = lastInside[height - 1] = -1;
    for (let row = 1; row < height - 1; row++) this.#spreadInto(row, 1);
    for (let row = height - 2; row > 0; row--) this.#spreadInto(row, -1);
    this.#closeRim();
  }

  /** @param step 1 from north-west, -1 from south-east */
  #spreadInto(row: number, step: number): void {
    const { width, walkLeft, firstInside, lastInside } = this;
    const start = row * width;
    let first = Math.max(1, Math.min(firstInside[row], firstInside[row - step]) - 1);
    let last = Math.min(width - 2, Math.max(lastInside[row], lastInside[row - step]) + 1);
    if (first > last) return;
    if (step > 0)
      last = spreadRow(walkLeft, start + first, start + last, start + width - 2, 1, width) - start;
    else first = spreadRow(walkLeft, start + last, start + first, start + 1, -1, width) - start;
    while (first <= last && walkLeft[start + first] < 0) first++;
    while (first < last && walkLeft[start + last] < 0) last--;
    firstInside[row] = first;
    lastInside[row] = last;
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

/** @param end last sample to visit; continues up to `rim` while walk is left */
function spreadRow(
  walkLeft: Int16Array,
  at: number,
  end: number,
  rim: number,
  step: number,
  width: number,
): number {
  let above = at - step * width;
  let west = walkLeft[at - step];
  let northWest = walkLeft[above - step];
  let north = walkLeft[above];
  for (;;) {
    const northEast = walkLeft[above + step];
    const own = walkLeft[at];
    const diagonal = northWest + positive(northEast - northWest) - DIAGONAL;
    const straight = north - STRAIGHT;
    const fromAbove = straight + positive(diagonal - straight);
    const known = own + positive(fromAbove - own);
    west -= STRAIGHT;
    west += positive(known - west);
    walkLeft[at] = west;
    if (at === end) {
      if (west < 0 || at === rim) return at;
      end += step;
    }
    northWest = north;
    north = northEast;
    at += step;
    above += step;
  }
}

/** Computes max(value, 0) without a branch. */
const positive = (value: number): number => value & ~(value >> 31);

/** Computes distances from each subpixel to samples `low` to `high`, row by row. */
function distancesFromPlaces(low: number, high: number): Int16Array {
  const distances: number[] = [];
  for (let place = 0; place < PLACES_PER_PIXEL ** 2; place++) {
    const x = ((place % PLACES_PER_PIXEL) + 0.5) / PLACES_PER_PIXEL;
    const y = (Math.floor(place / PLACES_PER_PIXEL) + 0.5) / PLACES_PER_PIXEL;
    for (let row = low; row <= high; row++) {
      for (let column = low; column <= high; column++) {
        const distance = Math.round(Math.hypot(x - column, y - row) * STEPS_PER_PIXEL);
        distances.push(distance <= MAX_DISTANCE_STEPS ? distance : TOO_FAR);
      }
    }
  }
  return Int16Array.from(distances);
}

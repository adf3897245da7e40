/**
 * Rasterises an isochrone: each sample has the walk left there, which is the largest of any reached road point's walk left less
 * the distance to it. A chamfer distance transform (Borgefors, Distance transformations in digital images, 1986) computes it
 * and takes no step across a barrier. The isochrone is where the walk left is at least 0.
 */
import {
  type BlockedSteps,
  EAST,
  forEachBlockedStep,
  NO_CROSSINGS,
  SOUTH,
  SOUTH_EAST,
  SOUTH_WEST,
} from '../format/blocked-steps.ts';
import { type MaskTile, NO_ROAD_NEAR, ROAD_BEHIND_BARRIER } from '../format/mask-tile.ts';
import { MIN_WALK_PIXELS, STEPS_PER_PIXEL } from '../format/road-model.ts';
import { ReusableBuffer } from './reusable-buffer.ts';

/** Walk left of samples far from reached roads: it is so low that no road's walk reaches 0 there, and sums stay in 16 bits. */
export const NOTHING = -30_000;
/** Subtracting this lowers any walk below NOTHING in 16 bits. */
const TOO_FAR = 32_767;
/** Walk that a step to the next sample of a row or column takes, in 1/STEPS_PER_PIXEL pixels. */
export const STRAIGHT = Math.round(0.9604 * STEPS_PER_PIXEL);
const DIAGONAL = Math.round(1.3583 * STEPS_PER_PIXEL);

/** A pixel has this many subpixels along each axis, the unit of positions of road points. */
export const PLACES_PER_PIXEL = 16;
export const PLACE_BITS = 4;
const PLACE_MASK = PLACES_PER_PIXEL - 1;
const MAX_DISTANCE_STEPS = ROAD_BEHIND_BARRIER - 1;
/** A reached road point has at least this walk left, so that every road is drawn with a width. */
export const MIN_WALK_STEPS = MIN_WALK_PIXELS * STEPS_PER_PIXEL;
/** Distances from subpixels to corners, row by row. */
const distancesToCorners = distancesFromPlaces(0, 1);
const distancesAround = distancesFromPlaces(-1, 2);

const walkBuffer = new ReusableBuffer((length) => new Int16Array(length));
const firstInsideBuffer = new ReusableBuffer((length) => new Int32Array(length));
const lastInsideBuffer = new ReusableBuffer((length) => new Int32Array(length));
const stepsBuffer = new ReusableBuffer((length) => new Uint8Array(length));
const eastBuffer = new ReusableBuffer((length) => new Uint8Array(length));
const southBuffer = new ReusableBuffer((length) => new Uint8Array(length));

/** Steps that barriers block, by sample. */
interface Barriers {
  /** Bits of steps to the east and south, and times 16 those of the same steps back from their other ends. */
  readonly steps: Uint8Array;
  /** Crossings of steps to the east, as in BlockedSteps, or NO_CROSSINGS. */
  readonly east: Uint8Array;
  readonly south: Uint8Array;
  readonly isInRow: Uint8Array;
}

/** A raster reuses the memory of the one before. Road points are in subpixels from column 0, row 0. */
export class ArrivalRaster {
  readonly west: number;
  readonly north: number;
  readonly width: number;
  readonly height: number;
  /** Walk left by row from the north, in 1/STEPS_PER_PIXEL pixels. */
  readonly walkLeft: Int16Array;
  /** Column of the first sample inside in each row, or one beyond the last if none is; {@link spread} sets both. */
  readonly firstInside: Int32Array;
  readonly lastInside: Int32Array;
  /** It is undefined until a step is blocked. */
  barriers?: Barriers;

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

  /** Blocks steps; it is called before the roads of their tile are seeded. */
  blockSteps(blocked: BlockedSteps): void {
    forEachBlockedStep(blocked, (column, row, bits, crossings) =>
      this.blockStep(column - this.west, row - this.north, bits, crossings),
    );
  }

  /** Blocks steps from one sample of the raster, as in BlockedSteps. */
  blockStep(column: number, row: number, bits: number, crossings: number): void {
    const { width, height } = this;
    if (column < 1 || row < 0 || column >= width - 1 || row >= height - 1) return;
    this.barriers ??= noBarriers(width, height);
    const { steps, east, south, isInRow } = this.barriers;
    const at = row * width + column;
    steps[at] |= bits;
    isInRow[row] = isInRow[row + 1] = 1;
    if (bits & EAST) {
      steps[at + 1] |= EAST << 4;
      east[at] = nearerCrossings(east[at], crossings & 255);
    }
    if (bits & SOUTH) {
      steps[at + width] |= SOUTH << 4;
      south[at] = nearerCrossings(south[at], crossings >> 8);
    }
    if (bits & SOUTH_EAST) steps[at + width + 1] |= SOUTH_EAST << 4;
    if (bits & SOUTH_WEST) steps[at + width - 1] |= SOUTH_WEST << 4;
  }

  /** Tells whether a step between the samples of a square is blocked, the north-west one at this column and row. */
  isBlockedIn(column: number, row: number): boolean {
    const { width, height } = this;
    if (!this.barriers || column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return false;
    const { steps } = this.barriers;
    const at = row * width + column;
    return (
      (steps[at] & (EAST | SOUTH | SOUTH_EAST)) !== 0 ||
      (steps[at + 1] & (SOUTH | SOUTH_WEST)) !== 0 ||
      (steps[at + width] & EAST) !== 0
    );
  }

  /**
   * Seeds the 16 samples around a point, unless barriers are near: at dead ends, as masks do.
   * @param steps walk left, 1/STEPS_PER_PIXEL pixels
   */
  seedPoint(x: number, y: number, steps: number): void {
    const { width, height, walkLeft } = this;
    const column = (x >> PLACE_BITS) - 1;
    const row = (y >> PLACE_BITS) - 1;
    if (column < 0 || row < 0 || column >= width - 3 || row >= height - 3) return;
    for (let square = 0; square < 9; square++)
      if (this.isBlockedIn(column + (square % 3), row + Math.floor(square / 3))) return;
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

  /**
   * Seeds the samples that a point sees past barriers, or else the nearest one just enough to be inside.
   * @param seen bits of north-west, north-east, south-west and south-east
   */
  seedSeen(x: number, y: number, steps: number, seen: number): void {
    const { width, walkLeft } = this;
    const column = x >> PLACE_BITS;
    const row = y >> PLACE_BITS;
    if (steps < 0 || column < 0 || row < 0 || column >= width - 1 || row >= this.height - 1) return;
    const entry = (((y & PLACE_MASK) << PLACE_BITS) | (x & PLACE_MASK)) << 2;
    let nearest = 0;
    for (let corner = 0; corner < 4; corner++) {
      if (distancesToCorners[entry + corner] < distancesToCorners[entry + nearest]) nearest = corner;
    }
    for (let corner = 0; corner < 4; corner++) {
      const isSeen = (seen & (1 << corner)) !== 0;
      if (!isSeen && (seen !== 0 || corner !== nearest)) continue;
      const at = (row + (corner >> 1)) * width + column + (corner & 1);
      const left = isSeen ? steps - distancesToCorners[entry + corner] : MIN_WALK_STEPS;
      if (left > walkLeft[at]) walkLeft[at] = left;
    }
  }

  /** Seeds distances to roads from a child's mask, and returns false if the mask lies beyond the raster. */
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
        if (away === NO_ROAD_NEAR) continue;
        const left = away === ROAD_BEHIND_BARRIER ? MIN_WALK_STEPS : steps - away;
        if (left > walkLeft[at]) walkLeft[at] = left;
      }
    }
    return true;
  }

  /** Spreads walks to all samples, within 4 % of Euclidean distances. It clears the rim, so that outlines close. */
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
    const steps = this.barriers?.isInRow[row] ? this.barriers.steps : undefined;
    const [from, to, rim] = step > 0 ? [first, last, width - 2] : [last, first, 1];
    const end = steps
      ? spreadBlockedRow(walkLeft, steps, start + from, start + to, start + rim, step, width)
      : spreadRow(walkLeft, start + from, start + to, start + rim, step, width);
    if (step > 0) last = end - start;
    else first = end - start;
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

/** As spreadRow, but takes no blocked step. */
function spreadBlockedRow(
  walkLeft: Int16Array,
  steps: Uint8Array,
  at: number,
  end: number,
  rim: number,
  step: number,
  width: number,
): number {
  const back = step > 0 ? 4 : 0;
  let above = at - step * width;
  let west = walkLeft[at - step];
  let northWest = walkLeft[above - step];
  let north = walkLeft[above];
  for (;;) {
    const northEast = walkLeft[above + step];
    const blocked = steps[at] >> back;
    let own = walkLeft[at];
    if ((blocked & 15) === 0) {
      const diagonal = northWest + positive(northEast - northWest) - DIAGONAL;
      const straight = north + positive(west - north) - STRAIGHT;
      own += positive(straight + positive(diagonal - straight) - own);
    } else {
      if ((blocked & EAST) === 0) own = Math.max(own, west - STRAIGHT);
      if ((blocked & SOUTH) === 0) own = Math.max(own, north - STRAIGHT);
      if ((blocked & SOUTH_EAST) === 0) own = Math.max(own, northWest - DIAGONAL);
      if ((blocked & SOUTH_WEST) === 0) own = Math.max(own, northEast - DIAGONAL);
    }
    walkLeft[at] = own;
    west = own;
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

const noBarriers = (width: number, height: number): Barriers => ({
  steps: stepsBuffer.take(width * height).fill(0, 0, width * height),
  east: eastBuffer.take(width * height).fill(NO_CROSSINGS, 0, width * height),
  south: southBuffer.take(width * height).fill(NO_CROSSINGS, 0, width * height),
  isInRow: new Uint8Array(height),
});

/** The nearer of two crossings from either end: data of two regions may differ. */
const nearerCrossings = (a: number, b: number): number =>
  Math.min(a & 15, b & 15) | Math.min(a & 240, b & 240);

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

/**
 * Traces the contour at 0 of an arrival raster by marching squares (Lorensen and Cline, Marching cubes, 1987, in two dimensions).
 * Crossings keep CORNER_PIXELS from grid corners, so that two pieces in a cell stay apart when rounded to 6 decimals.
 */
import { CROSSINGS_PER_STEP, NO_CROSSINGS } from '../format/blocked-steps.ts';
import { type ArrivalRaster, STRAIGHT } from './arrival-raster.ts';
import { ReusableBuffer } from './reusable-buffer.ts';

/** Distance between a vertex of the contour and a grid corner, at least. */
export const CORNER_PIXELS = 1 / 16;

/** Shares of this unit make sums exact, and outlines independent of the raster's origin. */
const SHARES_PER_PIXEL = 1024;

/** A contour has vertices by row of cells, west to east, in shared buffers that are valid until the next call. */
export interface Contour {
  readonly vertices: number;
  /** Coordinates are pixels from column 0, row 0. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The next vertex in the ring, with the area on the left, north up. */
  readonly next: Int32Array;
  /** The vertex before it on the same grid row, or NO_VERTEX. */
  readonly previousOnRow: Int32Array;
}

export const NO_VERTEX = -1;

const xBuffer = new ReusableBuffer((length) => new Float64Array(length));
const yBuffer = new ReusableBuffer((length) => new Float64Array(length));
const nextBuffer = new ReusableBuffer((length) => new Int32Array(length));
const previousBuffer = new ReusableBuffer((length) => new Int32Array(length));
const upperRowBuffer = new ReusableBuffer((length) => new Int32Array(length));
const lowerRowBuffer = new ReusableBuffer((length) => new Int32Array(length));

type Raster = Pick<
  ArrivalRaster,
  'width' | 'height' | 'walkLeft' | 'firstInside' | 'lastInside' | 'barriers'
>;

/** Traces all rings of the contour; the rim of the raster must be outside. */
export function traceContour(raster: Raster): Contour {
  const { width, height, walkLeft, firstInside, lastInside, barriers } = raster;
  let x = xBuffer.take(1024);
  let y = yBuffer.take(1024);
  let next = nextBuffer.take(1024);
  let previousOnRow = previousBuffer.take(1024);
  // On the grid rows above and below the current cells.
  let upper = upperRowBuffer.take(width);
  let lower = lowerRowBuffer.take(width);
  let vertices = 0;

  for (let row = 0; row < height - 1; row++) {
    x = xBuffer.grow(x, vertices, vertices + 2 * width);
    y = yBuffer.grow(y, vertices, vertices + 2 * width);
    next = nextBuffer.grow(next, vertices, vertices + 2 * width);
    previousOnRow = previousBuffer.grow(previousOnRow, vertices, vertices + 2 * width);
    const above = row * width;
    const below = above + width;
    // Cells with a corner in the area.
    const firstColumn = Math.min(firstInside[row], firstInside[row + 1]) - 1;
    const lastColumn = Math.max(lastInside[row], lastInside[row + 1]);
    if (firstColumn > lastColumn) continue;
    let northWest = walkLeft[above + firstColumn];
    let southWest = walkLeft[below + firstColumn];
    let west = NO_VERTEX;
    let previous = NO_VERTEX;
    for (let column = firstColumn; column <= lastColumn; column++) {
      const northEast = walkLeft[above + column + 1];
      const southEast = walkLeft[below + column + 1];
      if (((northWest ^ northEast) | (northWest ^ southWest) | (northWest ^ southEast)) < 0) {
        let south = NO_VERTEX;
        let east = NO_VERTEX;
        if ((southWest ^ southEast) < 0) {
          south = vertices++;
          x[south] = column + crossing(southWest, southEast, barriers?.east[below + column]);
          y[south] = row + 1;
          previousOnRow[south] = previous;
          previous = south;
          lower[column] = south;
        }
        if ((northEast ^ southEast) < 0) {
          east = vertices++;
          x[east] = column + 1;
          y[east] = row + crossing(northEast, southEast, barriers?.south[above + column + 1]);
        }
        const middle = northWest + northEast + southEast + southWest;
        const inside = insideBits(northWest, northEast, southEast, southWest);
        linkVertices(next, inside, middle >= 0, upper[column], east, south, west);
        west = east;
      } else {
        west = NO_VERTEX;
      }
      northWest = northEast;
      southWest = southEast;
    }
    [upper, lower] = [lower, upper];
  }
  return { vertices, x, y, next, previousOnRow };
}

const insideBits = (northWest: number, northEast: number, southEast: number, southWest: number): number =>
  ((~northWest >>> 31) << 3) | ((~northEast >>> 31) << 2) | ((~southEast >>> 31) << 1) | (~southWest >>> 31);

/**
 * Links the vertices of a cell with the area on the left: the contour leaves by the side whose first corner, clockwise, is inside.
 * @param isMiddleInside joins two opposite corners inside
 */
function linkVertices(
  next: Int32Array,
  inside: number,
  isMiddleInside: boolean,
  north: number,
  east: number,
  south: number,
  west: number,
): void {
  if (inside === 0b0101) {
    next[north] = isMiddleInside ? west : east;
    next[south] = isMiddleInside ? east : west;
  } else if (inside === 0b1010) {
    next[east] = isMiddleInside ? north : south;
    next[west] = isMiddleInside ? south : north;
  } else {
    let from = (inside & 0b1100) === 0b0100 ? north : west;
    if ((inside & 0b0110) === 0b0010) from = east;
    if ((inside & 0b0011) === 0b0001) from = south;
    let to = (inside & 0b1100) === 0b1000 ? north : west;
    if ((inside & 0b0110) === 0b0100) to = east;
    if ((inside & 0b0011) === 0b0010) to = south;
    next[from] = to;
  }
}

/**
 * Finds where the area ends between two samples: at the end of the walk, or at a barrier before.
 * @param crossings as in BlockedSteps; beyond a barrier, and where two sweeps do not lead around one, the sample outside does not
 *   say where the walk would end
 */
function crossing(from: number, to: number, crossings = NO_CROSSINGS): number {
  const inside = Math.max(from, to);
  const fall = crossings === NO_CROSSINGS ? Math.min(inside - Math.min(from, to), STRAIGHT) : STRAIGHT;
  const walk = Math.round((inside / fall) * SHARES_PER_PIXEL) / SHARES_PER_PIXEL;
  const barrier = (from >= 0 ? crossings & 15 : crossings >> 4) / CROSSINGS_PER_STEP;
  const share = Math.max(CORNER_PIXELS, Math.min(1 - CORNER_PIXELS, walk, barrier));
  return from >= 0 ? share : 1 - share;
}

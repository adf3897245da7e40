/**
 * Traces the contour at 0 of an arrival raster by marching squares with linear interpolation. Source: W. Lorensen and
 * H. Cline, Marching cubes, 1987, in two dimensions.
 *
 * Every crossing of the outline with a grid line becomes one vertex, shared by the two cells next to it and kept away
 * from the grid's corners, so that no two pieces of outline touch: a cell holds at most two, and where it holds two they
 * cut off opposite corners. With CORNER_PIXELS between them and the corners, rounding to 6 decimals keeps them apart.
 */
import type { ArrivalRaster } from './arrival-raster.ts';
import { ReusableBuffer } from './reusable-buffers.ts';

/** How near to a corner of the grid the outline may cross a grid line, in pixels. */
export const CORNER_PIXELS = 1 / 16;

/**
 * Vertices lie at this part of a pixel along their grid line, so that sums and differences of their coordinates are exact,
 * and the outline is the same wherever the raster begins.
 */
const SHARES_PER_PIXEL = 1024;

/** Vertices row of cells by row of cells, west to east in each. Reused memory: valid until the next call. */
export interface Contour {
  readonly vertices: number;
  /** Position in the raster, in pixels from column 0 and row 0. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The next vertex of the ring, with the area on the left, north up. */
  readonly next: Int32Array;
  /** For a vertex on a grid row, the vertex before it on the same row, or NO_VERTEX; not set for the others. */
  readonly previousOnRow: Int32Array;
}

export const NO_VERTEX = -1;

const xBuffer = new ReusableBuffer((length) => new Float64Array(length));
const yBuffer = new ReusableBuffer((length) => new Float64Array(length));
const nextBuffer = new ReusableBuffer((length) => new Int32Array(length));
const previousBuffer = new ReusableBuffer((length) => new Int32Array(length));
const upperRowBuffer = new ReusableBuffer((length) => new Int32Array(length));
const lowerRowBuffer = new ReusableBuffer((length) => new Int32Array(length));

export function traceContour({ width, height, walkLeft, firstInside, lastInside }: ArrivalRaster): Contour {
  let x = xBuffer.take(1024);
  let y = yBuffer.take(1024);
  let next = nextBuffer.take(1024);
  let previousOnRow = previousBuffer.take(1024);
  // Vertices on the grid rows above and below the row of cells in hand, by column.
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
      // The sign bit of an exclusive or is set where one value is negative and the other is not.
      if (((northWest ^ northEast) | (northWest ^ southWest) | (northWest ^ southEast)) < 0) {
        const north = upper[column];
        let south = NO_VERTEX;
        let east = NO_VERTEX;
        if ((southWest ^ southEast) < 0) {
          south = vertices++;
          x[south] = column + crossing(southWest, southEast);
          y[south] = row + 1;
          previousOnRow[south] = previous;
          previous = south;
          lower[column] = south;
        }
        if ((northEast ^ southEast) < 0) {
          east = vertices++;
          x[east] = column + 1;
          y[east] = row + crossing(northEast, southEast);
        }
        const middle = northWest + northEast + southEast + southWest;
        const inside = insideBits(northWest, northEast, southEast, southWest);
        linkVertices(next, inside, middle >= 0, north, east, south, west);
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

/** Which corners of a cell are inside, a bit each: values are integers, and inside where they are not negative. */
const insideBits = (northWest: number, northEast: number, southEast: number, southWest: number): number =>
  ((~northWest >>> 31) << 3) | ((~northEast >>> 31) << 2) | ((~southEast >>> 31) << 1) | (~southWest >>> 31);

/**
 * Links the vertices on the sides of one cell, with the area on the left. A table of these cases takes an eighth more time.
 * @param inside see {@link insideBits}
 * @param isMiddleInside joins two opposite corners that are inside
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
  switch (inside) {
    case 0b1000:
      next[west] = north;
      break;
    case 0b0100:
      next[north] = east;
      break;
    case 0b0010:
      next[east] = south;
      break;
    case 0b0001:
      next[south] = west;
      break;
    case 0b1100:
      next[west] = east;
      break;
    case 0b0110:
      next[north] = south;
      break;
    case 0b0011:
      next[east] = west;
      break;
    case 0b1001:
      next[south] = north;
      break;
    case 0b0111:
      next[north] = west;
      break;
    case 0b1011:
      next[east] = north;
      break;
    case 0b1101:
      next[south] = east;
      break;
    case 0b1110:
      next[west] = south;
      break;
    case 0b1010:
      next[east] = isMiddleInside ? north : south;
      next[west] = isMiddleInside ? south : north;
      break;
    default:
      next[north] = isMiddleInside ? west : east;
      next[south] = isMiddleInside ? east : west;
  }
}

/** Where the outline crosses from one corner of a cell to another, one inside and one outside, as a part of a pixel. */
const crossing = (from: number, to: number): number => (from >= 0 ? share(from, to) : 1 - share(to, from));

/** How far the outline crosses from a corner inside to one outside, as a part of a pixel. */
const share = (inside: number, outside: number): number =>
  Math.max(
    CORNER_PIXELS,
    Math.min(
      1 - CORNER_PIXELS,
      Math.round((inside / (inside - outside)) * SHARES_PER_PIXEL) / SHARES_PER_PIXEL,
    ),
  );

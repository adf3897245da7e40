/** Descends the tree of H3 cells without h3-js: on a face, a child's centre is its parent's plus a lattice step. See GRID.md. */

import { GRID_RESOLUTION } from './cells.ts';
import { FACE_SIZE, found, nearestPoint } from './grid-lattice.ts';
import { cellToLatLng, getRes0Cells, h3IndexToSplitLong, isPentagon } from './h3.ts';

/** Upper and lower 32 bits of an H3 index. */
export type SplitCell = [low: number, high: number];

export const BASE_CELLS = getRes0Cells().map((cell) => ({
  cell: h3IndexToSplitLong(cell) as SplitCell,
  pentagon: isPentagon(cell),
}));

export function childHigh(high: number, resolution: number, digit: number): number {
  const finer = high + (1 << 20);
  const shift = 3 * (15 - resolution - 1) - 32;
  if (shift >= 0) return finer ^ ((7 ^ digit) << shift);
  return shift === -2 ? finer ^ ((7 ^ digit) >> 2) : finer;
}

export function childLow(low: number, resolution: number, digit: number): number {
  const shift = 3 * (15 - resolution - 1);
  return shift >= 32 ? low : low ^ ((7 ^ digit) << shift);
}

const ROTATIONS = 6;
const DIGITS = 7;
const stepIndex = (rotation: number, resolution: number, digit: number): number =>
  ((rotation * (GRID_RESOLUTION + 1) + resolution) * DIGITS + digit) * 2;

/** Steps (a, b) to a child, by rotation, child resolution and digit. */
const STEPS = makeSteps();

function makeSteps(): Int32Array {
  const steps = new Int32Array(stepIndex(ROTATIONS, 0, 0));
  for (let resolution = 1; resolution <= GRID_RESOLUTION; resolution++) {
    for (let digit = 1; digit < DIGITS; digit++) {
      // Bits are steps along 1, ω and ω² = -1 - ω; (x, y) is x + yω.
      const [i, j, k] = [(digit >> 2) & 1, (digit >> 1) & 1, digit & 1];
      let [x, y] = [i - k, j - k];
      for (let finer = resolution + 1; finer <= GRID_RESOLUTION; finer++) {
        [x, y] = finer % 2 === 1 ? [2 * x + y, 3 * y - x] : [3 * x - y, x + 2 * y];
      }
      for (let rotation = 0; rotation < ROTATIONS; rotation++) {
        const at = stepIndex(rotation, resolution, digit);
        steps[at] = y - 2 * x;
        steps[at + 1] = x - 2 * y;
        [x, y] = [x - y, x];
      }
    }
  }
  return steps;
}

export const stepA = (rotation: number, resolution: number, digit: number): number =>
  STEPS[stepIndex(rotation, resolution, digit)];
export const stepB = (rotation: number, resolution: number, digit: number): number =>
  STEPS[stepIndex(rotation, resolution, digit) + 1];

/**
 * Descendants' centres lie at most this far from a centre, by resolution, in lattice spacings: the sum of steps, also across
 * unfolded edges and around pentagons.
 */
export const REACH = Array.from(
  { length: GRID_RESOLUTION + 1 },
  (_, resolution) => (Math.sqrt(7) ** (GRID_RESOLUTION - resolution) - 1) / (Math.sqrt(7) - 1),
);

/** Tells whether descendants' centres lie strictly within the face. */
export function staysOnFace(a: number, b: number, resolution: number): boolean {
  return Math.min(a, b, FACE_SIZE - a - b) > 2 * REACH[resolution] + 0.001;
}

/** Sets `found` to the cell's centre, by h3-js. */
export function findCentre(low: number, high: number): void {
  const [lat, lon] = cellToLatLng([low, high]);
  nearestPoint(lon, lat);
}

/**
 * Finds the rotation of H3's axes against the face's, in sixths of a turn.
 * @param a, b the cell's centre on `face`
 */
export function rotationBelow(
  low: number,
  high: number,
  resolution: number,
  face: number,
  a: number,
  b: number,
): number {
  const digit = 2;
  findCentre(childLow(low, resolution, digit), childHigh(high, resolution, digit));
  for (let rotation = 0; rotation < ROTATIONS; rotation++) {
    const matches =
      found.face === face &&
      found.a === a + stepA(rotation, resolution + 1, digit) &&
      found.b === b + stepB(rotation, resolution + 1, digit);
    if (matches) return rotation;
  }
  throw new Error(`The grid below cell ${high.toString(16)} ${low.toString(16)} is not where it should be`);
}

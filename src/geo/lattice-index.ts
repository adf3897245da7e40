/**
 * Finds the H3 index of a cell from lattice coordinates. A digit is the direction from the centre of the parent, rotated as
 * h3-js says once for each ancestor. Pentagons are left to h3-js. See GRID.md.
 */

import { type Cell, cellFromKey, GRID_RESOLUTION, keyBelow, parentOf } from './cells.ts';
import { aOf, bOf, FACE_SIZE, faceOf, locate, located, numberOf, type PointNumber } from './grid-lattice.ts';
import { isPentagon, latLngToCell } from './h3.ts';

/** h3-js is asked once for each ancestor of this resolution. */
export const ANCESTOR_RESOLUTION = 4;

/** {@link findIndex} sets this; `key` has the digits below `ancestor`, as in `keyBelow`. */
export const indexed: { ancestor: Cell; key: number } = { ancestor: '', key: 0 };

const COUNTERCLOCKWISE = [1, 5, 4, 6, 2, 3];
const PLACES = [-1, 0, 4, 5, 2, 1, 3];
/** A direction is found at 3 · (along i) + (along j) + 4. */
const PLACE_OF_STEP = [0, 5, NaN, 1, -1, 4, NaN, 2, 3];

const OFFSET = 2 ** 12;
const MAX_FIRSTS = 10_000;

interface Ancestor {
  readonly cell: Cell;
  /** Turns lattice directions into digits, in 60° counterclockwise. */
  readonly turn: number;
}

const known = new Map<number, Ancestor>();
let latest: { readonly number: number; readonly ancestor: Ancestor } | null = null;

/** Each child resolution has an index of COUNTERCLOCKWISE, or -1. */
const steps = new Int8Array(GRID_RESOLUTION + 1);

/** Sets {@link indexed} to the index of the cell with this centre. */
export function findIndex(centre: PointNumber): void {
  const number = ancestorNumber(centre, ANCESTOR_RESOLUTION);
  const ancestor = latest?.number === number ? latest.ancestor : ancestorOf(number, centre);
  if (ancestor === null) {
    const cell = askedCell(centre);
    indexed.ancestor = parentOf(cell, ANCESTOR_RESOLUTION);
    indexed.key = keyBelow(cell, ANCESTOR_RESOLUTION, GRID_RESOLUTION);
    return;
  }
  let key = 0;
  for (let resolution = ANCESTOR_RESOLUTION + 1; resolution <= GRID_RESOLUTION; resolution++) {
    const step = steps[resolution];
    key = 8 * key + (step < 0 ? 0 : COUNTERCLOCKWISE[(step + ancestor.turn) % 6]);
  }
  indexed.ancestor = ancestor.cell;
  indexed.key = key;
}

export function cellOfCentre(centre: PointNumber): Cell {
  findIndex(centre);
  return cellFromKey(indexed.ancestor, ANCESTOR_RESOLUTION, indexed.key, GRID_RESOLUTION);
}

/**
 * Numbers an ancestor: equal numbers mean equal ancestors, and an ancestor has a number on each of its faces. Sets {@link
 * steps}. The parent is the coarser cell with the nearest centre.
 * @param ancestorResolution at least ANCESTOR_RESOLUTION
 */
export function ancestorNumber(centre: PointNumber, ancestorResolution: number): number {
  const a = aOf(centre) - FACE_SIZE / 3;
  const b = bOf(centre) - FACE_SIZE / 3;
  let i = (2 * a + b) / 3;
  let j = (a + 2 * b) / 3;
  for (let resolution = GRID_RESOLUTION; resolution > ancestorResolution; resolution--) {
    const isOdd = resolution % 2 === 1;
    const parentI = Math.round((isOdd ? 3 * i - j : 2 * i + j) / 7);
    const parentJ = Math.round((isOdd ? i + 2 * j : 3 * j - i) / 7);
    const alongI = i - (isOdd ? 2 * parentI + parentJ : 3 * parentI - parentJ);
    const alongJ = j - (isOdd ? 3 * parentJ - parentI : parentI + 2 * parentJ);
    steps[resolution] = PLACE_OF_STEP[3 * alongI + alongJ + 4];
    i = parentI;
    j = parentJ;
  }
  return numberOf(faceOf(centre), i + OFFSET, j + OFFSET);
}

/** Returns `null` for a pentagon or an undetermined rotation. */
function ancestorOf(number: number, centre: PointNumber): Ancestor | null {
  let ancestor = known.get(number) ?? null;
  if (ancestor === null) {
    ancestor = learntFrom(centre);
    if (ancestor === null) return null;
    if (known.size >= MAX_FIRSTS) known.clear();
    known.set(number, ancestor);
  }
  latest = { number, ancestor };
  return ancestor;
}

function learntFrom(centre: PointNumber): Ancestor | null {
  const first = steps.findIndex((step, resolution) => resolution > ANCESTOR_RESOLUTION && step >= 0);
  if (first < 0) return null;
  const index = askedCell(centre);
  const cell = parentOf(index, ANCESTOR_RESOLUTION);
  if (isPentagon(cell)) return null;
  const key = keyBelow(index, ANCESTOR_RESOLUTION, first);
  return { cell, turn: (PLACES[key % 8] - steps[first] + 6) % 6 };
}

function askedCell(centre: PointNumber): Cell {
  locate(faceOf(centre), aOf(centre), bOf(centre));
  return latLngToCell(located.lat, located.lon, GRID_RESOLUTION);
}

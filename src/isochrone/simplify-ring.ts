/**
 * Fewer vertices for a ring of a contour, without ever making the outline invalid. Stretches of the ring are replaced by
 * their chord where every vertex that goes lies within SIMPLIFIED_PIXELS of it and no other vertex does.
 *
 * Why that is safe: a piece of outline that crossed the chord, but not the stretch that the chord replaces, would cross
 * the closed curve made of the two exactly once (two straight lines meet once). So one of its ends would lie inside
 * that curve, hence within SIMPLIFIED_PIXELS of the chord, where no other vertex is.
 */

import { setCrossing } from './contour-rings.ts';
import { COLUMN_CROSSING, type Contour, ROW_CROSSING } from './trace-contour.ts';

export const SIMPLIFIED_PIXELS = 0.25;
/** Other vertices keep farther off, as rounding to 6 decimals still moves everything a little. */
const CLEAR_PIXELS = SIMPLIFIED_PIXELS + 1 / 16;
/** Vertices in one stretch at most, to bound the work of a stretch that has to be given up. */
const MAX_STRETCH = 64;
/** A ring keeps at least this many vertices, so that small rings keep their shape. */
const MIN_VERTICES = 4;

/** @returns the vertices that stay, in order; the first is not repeated */
export function simplifyRing(contour: Contour, ring: Int32Array): number[] {
  const longest = Math.min(MAX_STRETCH, Math.floor(ring.length / MIN_VERTICES));
  const kept = [ring[0]];
  let before = ring[ring.length - 1];
  for (let anchor = 0; anchor < ring.length; ) {
    const limit = Math.min(longest, ring.length - anchor);
    let steps = straightSteps(contour, ring, anchor, limit);
    while (steps > 1 && !isClear(contour, ring, anchor, steps, before, kept[1] ?? ring[1])) steps >>= 1;
    for (let i = anchor + 1; i < anchor + steps; i++) setCrossing(contour, ring[i], false);
    before = ring[anchor];
    anchor += steps;
    if (anchor < ring.length) kept.push(ring[anchor]);
  }
  return kept;
}

/**
 * How many steps along the ring a chord from the anchor can take so that it passes within SIMPLIFIED_PIXELS of every
 * vertex on the way. Each vertex leaves a sector of directions open; a chord has to lie in all of them and to end
 * farther off than all of them. Source: J. Williams, An efficient algorithm for the piecewise linear approximation of
 * planar curves, 1978.
 */
function straightSteps({ x, y }: Contour, ring: Int32Array, anchor: number, limit: number): number {
  const x0 = x[ring[anchor]];
  const y0 = y[ring[anchor]];
  let lowX = 0;
  let lowY = 0;
  let highX = 0;
  let highY = 0;
  let farthest = 0;
  for (let step = 1; step <= limit; step++) {
    const vertex = ring[(anchor + step) % ring.length];
    const dx = x[vertex] - x0;
    const dy = y[vertex] - y0;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const open = lowX === 0 && lowY === 0;
    if (distance < farthest) return Math.max(1, step - 1);
    if (!open && (lowX * dy - lowY * dx < 0 || dx * highY - dy * highX < 0)) return Math.max(1, step - 1);
    farthest = distance;
    if (distance <= SIMPLIFIED_PIXELS) continue;
    const sine = SIMPLIFIED_PIXELS / distance;
    const cosine = Math.sqrt(1 - sine * sine);
    const nextLowX = dx * cosine + dy * sine;
    const nextLowY = dy * cosine - dx * sine;
    const nextHighX = dx * cosine - dy * sine;
    const nextHighY = dy * cosine + dx * sine;
    if (open || lowX * nextLowY - lowY * nextLowX > 0) {
      lowX = nextLowX;
      lowY = nextLowY;
    }
    if (open || nextHighX * highY - nextHighY * highX > 0) {
      highX = nextHighX;
      highY = nextHighY;
    }
  }
  return limit;
}

/** Whether no vertex but the stretch's own lies within CLEAR_PIXELS of the chord. */
function isClear(
  contour: Contour,
  ring: Int32Array,
  anchor: number,
  steps: number,
  before: number,
  afterStart: number,
): boolean {
  const end = anchor + steps;
  const from = ring[anchor];
  const to = ring[end % ring.length];
  const after = end >= ring.length ? afterStart : ring[(end + 1) % ring.length];
  const chord = new Chord(contour, from, to);
  if (chord.isNear(before) || chord.isNear(after)) return false;
  // Vertices that are known not to matter are taken out while the others are looked for.
  for (let i = anchor; i <= end; i++) setCrossing(contour, ring[i % ring.length], false);
  setCrossing(contour, before, false);
  setCrossing(contour, after, false);
  const clear = !chord.hasNeighbours();
  for (let i = anchor; i <= end; i++) setCrossing(contour, ring[i % ring.length], true);
  setCrossing(contour, before, true);
  setCrossing(contour, after, true);
  return clear;
}

class Chord {
  readonly #contour: Contour;
  readonly #x0: number;
  readonly #y0: number;
  readonly #dx: number;
  readonly #dy: number;

  constructor(contour: Contour, from: number, to: number) {
    this.#contour = contour;
    this.#x0 = contour.x[from];
    this.#y0 = contour.y[from];
    this.#dx = contour.x[to] - this.#x0;
    this.#dy = contour.y[to] - this.#y0;
  }

  isNear(vertex: number): boolean {
    const dx = this.#dx;
    const dy = this.#dy;
    const x = this.#contour.x[vertex] - this.#x0;
    const y = this.#contour.y[vertex] - this.#y0;
    const share = Math.max(0, Math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)));
    const acrossX = x - share * dx;
    const acrossY = y - share * dy;
    return acrossX * acrossX + acrossY * acrossY <= CLEAR_PIXELS * CLEAR_PIXELS;
  }

  hasNeighbours(): boolean {
    const { crossings, width } = this.#contour;
    const dx = this.#dx;
    const dy = this.#dy;
    const x0 = this.#x0;
    const y0 = this.#y0;
    const lastRow = Math.floor(Math.max(y0, y0 + dy) + CLEAR_PIXELS);
    for (let row = Math.floor(Math.min(y0, y0 + dy) - CLEAR_PIXELS); row <= lastRow; row++) {
      // The part of the chord that lies within CLEAR_PIXELS of this row.
      let low = 0;
      let high = 1;
      if (dy !== 0) {
        const a = (row - CLEAR_PIXELS - y0) / dy;
        const b = (row + 1 + CLEAR_PIXELS - y0) / dy;
        low = Math.max(0, Math.min(a, b));
        high = Math.min(1, Math.max(a, b));
      }
      const xLow = x0 + low * dx;
      const xHigh = x0 + high * dx;
      const last = Math.floor(Math.max(xLow, xHigh) + CLEAR_PIXELS);
      for (let column = Math.floor(Math.min(xLow, xHigh) - CLEAR_PIXELS); column <= last; column++) {
        const found = crossings[row * width + column];
        if (found === 0) continue;
        if ((found & ROW_CROSSING) !== 0 && this.#isNearAt(column, row - 1, true)) return true;
        if ((found & COLUMN_CROSSING) !== 0 && this.#isNearAt(column, row, false)) return true;
      }
    }
    return false;
  }

  /** Looks up the vertex on the grid line that leads east (or south) from a sample, among those of one row of cells. */
  #isNearAt(column: number, cells: number, onRow: boolean): boolean {
    const { x, y, firstOfRow } = this.#contour;
    let low = firstOfRow[cells];
    let high = firstOfRow[cells + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Math.floor(x[middle]) < column) low = middle + 1;
      else high = middle;
    }
    for (let vertex = low; vertex < firstOfRow[cells + 1] && Math.floor(x[vertex]) === column; vertex++) {
      // In a row of cells, vertices on its southern grid row have whole coordinates y, those on columns do not.
      if (onRow === Number.isInteger(y[vertex])) return this.isNear(vertex);
    }
    throw new Error('A crossing without a vertex');
  }
}

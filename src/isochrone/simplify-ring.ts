/**
 * Simplifies a contour ring and keeps the outline valid: a stretch becomes its chord if this passes within SIMPLIFIED_PIXELS of
 * every removed vertex and through the same sides of the same grid cells.
 * The outline stays valid because it still connects the same sides of every cell. Each side is crossed at most once, and two
 * pieces of outline in one cell do not separate each other's ends, so they do not meet.
 */

import { CORNER_PIXELS, type Contour } from './trace-contour.ts';

export const SIMPLIFIED_PIXELS = 0.25;
/** Maximum vertices in a stretch: a longer chord, straight in degrees, would deviate from the grid. */
const MAX_STRETCH = 64;
/** Minimum vertices of a ring, so that small rings keep their shape. */
const MIN_VERTICES = 4;
/** Unusable end vertices passed over in search of a usable one. */
const MAX_PASSED = 4;

/** @returns the remaining vertices in order, not closed */
export function simplifyRing(contour: Contour, ring: Int32Array): number[] {
  const longest = Math.min(MAX_STRETCH, Math.floor(ring.length / MIN_VERTICES));
  const kept: number[] = [];
  for (let anchor = 0; anchor < ring.length; ) {
    kept.push(ring[anchor]);
    anchor += chordSteps(contour, ring, anchor, Math.min(longest, ring.length - anchor));
  }
  return kept;
}

/** How many steps along the ring one chord from the anchor can take. */
function chordSteps({ x, y }: Contour, ring: Int32Array, anchor: number, limit: number): number {
  const x0 = x[ring[anchor]];
  const y0 = y[ring[anchor]];
  const sector = new Sector();
  let steps = 1;
  for (let step = 1; ; step++) {
    const vertex = ring[(anchor + step) % ring.length];
    const dx = x[vertex] - x0;
    const dy = y[vertex] - y0;
    if (sector.has(dx, dy)) steps = step;
    if (step === limit || step - steps === MAX_PASSED) return steps;
    const isOnRow = y[vertex] === Math.floor(y[vertex]);
    const lineStart = isOnRow ? Math.floor(x[vertex]) - x0 : Math.floor(y[vertex]) - y0;
    passVertex(sector, dx, dy, isOnRow, lineStart);
    if (sector.isEmpty()) return steps;
  }
}

/**
 * Narrows a sector to two gates that a chord has to pass: the vicinity of a vertex, and the part of its grid line that
 * is clear of the corners. They are one where they lie on one line.
 * @param dx from the anchor to the vertex, and `dy`
 * @param isOnRow whether the vertex lies on a row of the grid, not on a column
 * @param lineStart where its side of a cell begins along that row or column, from the anchor
 */
function passVertex(sector: Sector, dx: number, dy: number, isOnRow: boolean, lineStart: number): void {
  const isSteep = Math.abs(dx) < Math.abs(dy);
  const lineFrom = lineStart + CORNER_PIXELS;
  const lineTo = lineStart + 1 - CORNER_PIXELS;
  const nearFrom = (isSteep ? dx : dy) - SIMPLIFIED_PIXELS;
  const nearTo = nearFrom + 2 * SIMPLIFIED_PIXELS;
  if (isOnRow === isSteep) {
    narrowToGate(sector, dx, dy, isSteep, Math.max(nearFrom, lineFrom), Math.min(nearTo, lineTo));
  } else {
    narrowToGate(sector, dx, dy, isSteep, nearFrom, nearTo);
    narrowToGate(sector, dx, dy, isOnRow, lineFrom, lineTo);
  }
}

/** Narrows a sector to a gate at a vertex, from one place to another along a row or a column. */
function narrowToGate(
  sector: Sector,
  dx: number,
  dy: number,
  isAlongRow: boolean,
  from: number,
  to: number,
): void {
  if (isAlongRow) sector.narrow(from, dy, to, dy);
  else sector.narrow(dx, from, dx, to);
}

/**
 * Directions that are still open to a chord: each vertex on its way leaves a sector, and the chord has to lie in all.
 * Source: J. Williams, An efficient algorithm for the piecewise linear approximation of planar curves, 1978.
 */
class Sector {
  #isWhole = true;
  #lowX = 0;
  #lowY = 0;
  #highX = 0;
  #highY = 0;

  has(x: number, y: number): boolean {
    return this.#lowX * y - this.#lowY * x >= 0 && x * this.#highY - y * this.#highX >= 0;
  }

  isEmpty(): boolean {
    return this.#lowX * this.#highY - this.#lowY * this.#highX <= 0;
  }

  /** Cuts off what does not lie between two directions, which are given in either order. */
  narrow(x1: number, y1: number, x2: number, y2: number): void {
    if (x1 * y2 - y1 * x2 < 0) this.#narrowBetween(x2, y2, x1, y1);
    else this.#narrowBetween(x1, y1, x2, y2);
  }

  #narrowBetween(fromX: number, fromY: number, toX: number, toY: number): void {
    if (this.#isWhole || this.#lowX * fromY - this.#lowY * fromX > 0) {
      this.#lowX = fromX;
      this.#lowY = fromY;
    }
    if (this.#isWhole || toX * this.#highY - toY * this.#highX > 0) {
      this.#highX = toX;
      this.#highY = toY;
    }
    this.#isWhole = false;
  }
}

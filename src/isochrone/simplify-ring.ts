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

/**
 * Steps along the ring that one chord from the anchor can take, by the sector of directions open at each vertex. Source: J.
 * Williams, An efficient algorithm for the piecewise linear approximation of planar curves, 1978.
 */
function chordSteps({ x, y }: Contour, ring: Int32Array, anchor: number, limit: number): number {
  const x0 = x[ring[anchor]];
  const y0 = y[ring[anchor]];
  let lowX = 0;
  let lowY = 0;
  let highX = 0;
  let highY = 0;
  let steps = 1;
  for (let step = 1; ; step++) {
    const vertex = ring[(anchor + step) % ring.length];
    const dx = x[vertex] - x0;
    const dy = y[vertex] - y0;
    if (lowX * dy - lowY * dx >= 0 && dx * highY - dy * highX >= 0) steps = step;
    if (step === limit || step - steps === MAX_PASSED) return steps;
    const isOnRow = y[vertex] === Math.floor(y[vertex]);
    const lineStart = isOnRow ? Math.floor(x[vertex]) - x0 : Math.floor(y[vertex]) - y0;
    const count = findGates(dx, dy, isOnRow, lineStart);
    for (let gate = 0; gate < count; gate++) {
      const fromX = gates[4 * gate];
      const fromY = gates[4 * gate + 1];
      const toX = gates[4 * gate + 2];
      const toY = gates[4 * gate + 3];
      const isOpen = step === 1 && gate === 0;
      if (isOpen || lowX * fromY - lowY * fromX > 0) {
        lowX = fromX;
        lowY = fromY;
      }
      if (isOpen || toX * highY - toY * highX > 0) {
        highX = toX;
        highY = toY;
      }
    }
    if (lowX * highY - lowY * highX <= 0) return steps;
  }
}

/** Ends of the gates that a chord has to pass at a vertex, from the anchor: x and y of the lower end, then of the upper. */
const gates = new Float64Array(8);

/**
 * Gates: the vertex's vicinity, and the part of its grid line clear of corners. They are one where they lie on one line.
 * @param isOnRow whether the vertex lies on a row of the grid, not on a column
 * @param lineStart where its side of a cell begins along that row or column, from the anchor
 * @returns the number of gates
 */
function findGates(dx: number, dy: number, isOnRow: boolean, lineStart: number): number {
  const isSteep = Math.abs(dx) < Math.abs(dy);
  const lineFrom = lineStart + CORNER_PIXELS;
  const lineTo = lineStart + 1 - CORNER_PIXELS;
  const nearFrom = (isSteep ? dx : dy) - SIMPLIFIED_PIXELS;
  const nearTo = nearFrom + 2 * SIMPLIFIED_PIXELS;
  if (isOnRow === isSteep) {
    putGate(0, dx, dy, isSteep, Math.max(nearFrom, lineFrom), Math.min(nearTo, lineTo));
    return 1;
  }
  putGate(0, dx, dy, isSteep, nearFrom, nearTo);
  putGate(1, dx, dy, isOnRow, lineFrom, lineTo);
  return 2;
}

/** A gate at a vertex, from one place to another along a row or a column. */
function putGate(gate: number, dx: number, dy: number, isAlongRow: boolean, from: number, to: number): void {
  const fromX = isAlongRow ? from : dx;
  const fromY = isAlongRow ? dy : from;
  const toX = isAlongRow ? to : dx;
  const toY = isAlongRow ? dy : to;
  const isFromLower = fromX * toY - fromY * toX >= 0;
  gates[4 * gate] = isFromLower ? fromX : toX;
  gates[4 * gate + 1] = isFromLower ? fromY : toY;
  gates[4 * gate + 2] = isFromLower ? toX : fromX;
  gates[4 * gate + 3] = isFromLower ? toY : fromY;
}

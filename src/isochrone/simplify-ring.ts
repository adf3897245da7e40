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
    const isSteep = Math.abs(dx) < Math.abs(dy);
    // Gates: the vertex's vicinity, and the part of its grid line clear of corners. They are one where they lie on one line.
    const lineStart = isOnRow ? Math.floor(x[vertex]) - x0 : Math.floor(y[vertex]) - y0;
    const lineFrom = lineStart + CORNER_PIXELS;
    const lineTo = lineStart + 1 - CORNER_PIXELS;
    let nearFrom = (isSteep ? dx : dy) - SIMPLIFIED_PIXELS;
    let nearTo = nearFrom + 2 * SIMPLIFIED_PIXELS;
    if (isOnRow === isSteep) {
      if (lineFrom > nearFrom) nearFrom = lineFrom;
      if (lineTo < nearTo) nearTo = lineTo;
    }
    for (let gate = 0; gate < 2; gate++) {
      if (gate === 1 && isOnRow === isSteep) break;
      const from = gate === 0 ? nearFrom : lineFrom;
      const to = gate === 0 ? nearTo : lineTo;
      const isAlongRow = gate === 0 ? isSteep : isOnRow;
      let fromX = isAlongRow ? from : dx;
      let fromY = isAlongRow ? dy : from;
      let toX = isAlongRow ? to : dx;
      let toY = isAlongRow ? dy : to;
      if (fromX * toY - fromY * toX < 0) {
        const [x1, y1] = [fromX, fromY];
        fromX = toX;
        fromY = toY;
        toX = x1;
        toY = y1;
      }
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

/**
 * Simplifies a ring of a contour without making the outline invalid. Stretches of the ring are replaced by
 * their chord where it passes within SIMPLIFIED_PIXELS of every vertex that goes, and through the same sides of the
 * same cells of the grid as the stretch.
 *
 * Why that is safe: in every cell the outline still leads straight between the sides that it led between before. Each
 * side is crossed at most once, and of two pieces of outline in one cell neither parts the ends of the other, so that
 * they do not meet.
 */

import { CORNER_PIXELS, type Contour } from './trace-contour.ts';

export const SIMPLIFIED_PIXELS = 0.25;
/** Vertices in one stretch at most: a longer chord, straight in degrees, would bend too far off the grid. */
const MAX_STRETCH = 64;
/** A ring keeps at least this many vertices, so that small rings keep their shape. */
const MIN_VERTICES = 4;
/** How many vertices that no chord can end at are passed over in search of one farther on. */
const MAX_PASSED = 4;

/** @returns the vertices that stay, in order; the first is not repeated */
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
 * How many steps along the ring one chord from the anchor can take. Each vertex on the way leaves a sector of directions
 * open; a chord has to lie in all of them. Source: J. Williams, An efficient algorithm for the piecewise linear
 * approximation of planar curves, 1978.
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
    // Gates to pass: the vicinity of the vertex, and the part of its grid line that is clear of the corners. They are one
    // where they lie on one line.
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

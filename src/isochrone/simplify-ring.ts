/**
 * Simplifies a contour ring by sector intersection (Williams 1978, see `zone/GRID_ZONE.md`). A chord passes within
 * SIMPLIFIED_PIXELS of the vertices that it replaces, through the same sides of grid cells, so rings never meet.
 */

import { CORNER_PIXELS, type Contour } from './trace-contour.ts';

/** A chord passes within this distance of the vertices that it replaces. */
export const SIMPLIFIED_PIXELS = 0.25;
/** Longer chords, straight in degrees, deviate from the grid. */
const MAX_STRETCH = 64;
const MIN_VERTICES = 4;
const MAX_PASSED = 4;

/** @returns numbers of the vertices that stay, not closed */
export function simplifyRing(contour: Contour, ring: Int32Array): number[] {
  const longest = Math.min(MAX_STRETCH, Math.floor(ring.length / MIN_VERTICES));
  const kept: number[] = [];
  for (let anchor = 0; anchor < ring.length; ) {
    kept.push(ring[anchor]);
    anchor += chordSteps(contour, ring, anchor, Math.min(longest, ring.length - anchor));
  }
  return kept;
}

/** Finds the length of a chord in vertices. */
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

/** A gate has a lower and an upper end from the anchor. */
const gates = new Float64Array(8);

/**
 * Sets the gates of a chord: the vertex's vicinity, and its grid line clear of corners.
 * @param lineStart start of its cell side, from the anchor
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

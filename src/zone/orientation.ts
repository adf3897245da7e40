/** Decides exactly on integers on which side of a line a point is (Shewchuk's adaptive orient2d), and how two segments meet. */
import { orient2d } from 'robust-predicates';

/** Coordinates are in units of nine decimals (0.1 mm), so that crossings are exact. */
export const UNITS_PER_DEGREE = 1e9;

/** Coordinates are integers below 2^41, so that differences are exact. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns 1 with `c` left of the line from `a` to `b`, -1 right, 0 on it. */
export function orientation(a: Point, b: Point, c: Point): -1 | 0 | 1 {
  const clockwise = orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
  return clockwise < 0 ? 1 : clockwise > 0 ? -1 : 0;
}

/** Two segments meet inside both, along a stretch, or at an end. */
export type Meeting =
  | { readonly kind: 'none' | 'cross' | 'overlap' }
  | { readonly kind: 'touch'; readonly at: Point };

const NONE: Meeting = { kind: 'none' };

export function meetingOf(p: Point, q: Point, r: Point, s: Point): Meeting {
  const rSide = orientation(p, q, r);
  const sSide = orientation(p, q, s);
  if (rSide * sSide > 0) return NONE;
  const pSide = orientation(r, s, p);
  const qSide = orientation(r, s, q);
  if (pSide * qSide > 0) return NONE;
  if (rSide * sSide < 0 && pSide * qSide < 0) return { kind: 'cross' };
  const ends = [
    ...(rSide === 0 && inBoxOf(p, q, r) ? [r] : []),
    ...(sSide === 0 && inBoxOf(p, q, s) ? [s] : []),
    ...(pSide === 0 && inBoxOf(r, s, p) ? [p] : []),
    ...(qSide === 0 && inBoxOf(r, s, q) ? [q] : []),
  ];
  const at = ends[0];
  if (!at) return NONE;
  return ends.some((end) => end.x !== at.x || end.y !== at.y) ? { kind: 'overlap' } : { kind: 'touch', at };
}

function inBoxOf(a: Point, b: Point, c: Point): boolean {
  return (
    Math.min(a.x, b.x) <= c.x &&
    c.x <= Math.max(a.x, b.x) &&
    Math.min(a.y, b.y) <= c.y &&
    c.y <= Math.max(a.y, b.y)
  );
}

/**
 * Finds bridges over narrow gaps between polygons: convex hulls of the near parts of facing edges, by an R-tree, ternary search
 * and bisection.
 */
import Flatbush from 'flatbush';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { convexHull } from './convex-hull.ts';
import { UNITS_PER_DEGREE } from './coordinate-units.ts';

/** Directed edges with land on their left alone, and its owner. */
export interface BareEdges {
  readonly owner: ArrayLike<number>;
  /** x1, y1, x2, y2 in grid units. */
  readonly ends: ArrayLike<number>;
}

export interface Bridge {
  readonly owners: readonly [number, number];
  readonly polygon: Polygon;
}

/** Bisects a hundred kilometres to a millimetre. */
const HALVINGS = 27;
const UNIT_M = METRES_PER_DEGREE / UNITS_PER_DEGREE;

export function* bridgesOf({ owner, ends }: BareEdges, width_m: number): Generator<Bridge> {
  if (owner.length === 0) return;
  const index = new Flatbush(owner.length, 16, Int32Array);
  for (let edge = 0; edge < owner.length; edge++) {
    const [x1, y1, x2, y2] = [ends[4 * edge], ends[4 * edge + 1], ends[4 * edge + 2], ends[4 * edge + 3]];
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
  }
  index.finish();
  for (let edge = 0; edge < owner.length; edge++) {
    const [x1, y1, x2, y2] = [ends[4 * edge], ends[4 * edge + 1], ends[4 * edge + 2], ends[4 * edge + 3]];
    const shrink = Math.cos((y1 / UNITS_PER_DEGREE) * (Math.PI / 180));
    const north = width_m / UNIT_M;
    const east = north / shrink;
    const near = index.search(
      Math.min(x1, x2) - east,
      Math.min(y1, y2) - north,
      Math.max(x1, x2) + east,
      Math.max(y1, y2) + north,
      (other) => other > edge,
    );
    const metres = (at: number): Position => [
      (ends[at] - x1) * UNIT_M * shrink,
      (ends[at + 1] - y1) * UNIT_M,
    ];
    const own: Segment = [metres(4 * edge), metres(4 * edge + 2)];
    for (const other of near) {
      if (owner[other] === owner[edge] && touch(ends, edge, other)) continue;
      const facing: Segment = [metres(4 * other), metres(4 * other + 2)];
      if (!areFacing(own, facing)) continue;
      const [near1, near2] = [partNear(own, facing, width_m), partNear(facing, own, width_m)];
      if (!near1 || !near2) continue;
      const hull = convexHull(
        [...near1, ...near2].map(
          ([x, y]): Position => [
            (x / (UNIT_M * shrink) + x1) / UNITS_PER_DEGREE,
            (y / UNIT_M + y1) / UNITS_PER_DEGREE,
          ],
        ),
      );
      if (hull.length >= 3) yield { owners: [owner[edge], owner[other]], polygon: [[...hull, hull[0]]] };
    }
  }
}

type Segment = readonly [from: Position, to: Position];

function touch(ends: ArrayLike<number>, a: number, b: number): boolean {
  const isSame = (i: number, j: number): boolean => ends[i] === ends[j] && ends[i + 1] === ends[j + 1];
  return [0, 2].some((i) => [0, 2].some((j) => isSame(4 * a + i, 4 * b + j)));
}

function areFacing([a, b]: Segment, [c, d]: Segment): boolean {
  if ((b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) >= 0) return false;
  const isRight = ([x, y]: Position, from: Position, to: Position): boolean =>
    (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) < 0;
  return (isRight(c, a, b) || isRight(d, a, b)) && (isRight(a, c, d) || isRight(b, c, d));
}

/** The distance is convex along an edge. */
function partNear([a, b]: Segment, other: Segment, width_m: number): Segment | null {
  const at = (share: number): Position => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  const distance = (share: number): number => distanceTo(other, at(share));
  let [low, high] = [0, 1];
  for (let i = 0; i < 2 * HALVINGS; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distance(left) < distance(right)) high = right;
    else low = left;
  }
  const nearest = (low + high) / 2;
  if (distance(nearest) > width_m) return null;
  const limit = (end: number): number => {
    if (distance(end) <= width_m) return end;
    let [near, far] = [nearest, end];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (near + far) / 2;
      if (distance(middle) <= width_m) near = middle;
      else far = middle;
    }
    return near;
  };
  return [at(limit(0)), at(limit(1))];
}

function distanceTo([a, b]: Segment, [x, y]: Position): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - a[0]) * dx + (y - a[1]) * dy) / length2;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(a[0] + share * dx - x, a[1] + share * dy - y);
}

/**
 * Rectangles on a local plane: overlap by separating axes, crossings of streets by Liang–Barsky clipping, found by a grid.
 */
import type { Point } from './local-plane.ts';

export interface Rectangle {
  readonly centre: Point;
  readonly along: Point;
  readonly halfLength_m: number;
  readonly halfDepth_m: number;
}

export interface Segment {
  readonly from: Point;
  readonly to: Point;
  /** Distance of buildings. */
  readonly clearance_m: number;
}

const BETWEEN_BUILDINGS_M = 1;

/** Sides are at `length` and `depth` of -1 and 1. */
export function pointIn(
  { centre, along, halfLength_m, halfDepth_m }: Rectangle,
  length: number,
  depth: number,
): Point {
  const l = length * halfLength_m;
  const d = depth * halfDepth_m;
  return [centre[0] + along[0] * l - along[1] * d, centre[1] + along[1] * l + along[0] * d];
}

/** Counterclockwise, not closed. */
export function verticesOf(rectangle: Rectangle): Point[] {
  return [
    pointIn(rectangle, -1, -1),
    pointIn(rectangle, 1, -1),
    pointIn(rectangle, 1, 1),
    pointIn(rectangle, -1, 1),
  ];
}

/** Whether they are closer than `gap_m`. */
export function overlaps(a: Rectangle, b: Rectangle, gap_m: number): boolean {
  const between: Point = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]];
  for (const [x, y] of [a.along, [-a.along[1], a.along[0]], b.along, [-b.along[1], b.along[0]]] as Point[]) {
    const reach = (r: Rectangle): number =>
      r.halfLength_m * Math.abs(r.along[0] * x + r.along[1] * y) +
      r.halfDepth_m * Math.abs(r.along[0] * y - r.along[1] * x);
    if (Math.abs(between[0] * x + between[1] * y) >= reach(a) + reach(b) + gap_m) return false;
  }
  return true;
}

/** Whether a segment meets a rectangle grown by its clearance. */
export function obstructs({ from, to, clearance_m }: Segment, rectangle: Rectangle): boolean {
  const { centre, along, halfLength_m, halfDepth_m } = rectangle;
  const inFrame = ([x, y]: Point): Point => [
    (x - centre[0]) * along[0] + (y - centre[1]) * along[1],
    (y - centre[1]) * along[0] - (x - centre[0]) * along[1],
  ];
  const start = inFrame(from);
  const end = inFrame(to);
  const half: Point = [halfLength_m + clearance_m, halfDepth_m + clearance_m];
  let enter = 0;
  let leave = 1;
  for (const axis of [0, 1] as const) {
    const step = end[axis] - start[axis];
    if (step === 0) {
      if (Math.abs(start[axis]) >= half[axis]) return false;
      continue;
    }
    const first = (-half[axis] - start[axis]) / step;
    const second = (half[axis] - start[axis]) / step;
    enter = Math.max(enter, Math.min(first, second));
    leave = Math.min(leave, Math.max(first, second));
  }
  return enter < leave;
}

export class Ground {
  static readonly #SQUARE_M = 60;
  readonly #streets = new Map<string, Segment[]>();
  readonly #buildings = new Map<string, Rectangle[]>();

  addStreet(segment: Segment): void {
    const { from, to, clearance_m } = segment;
    this.#add(this.#streets, segment, [from, to], clearance_m);
  }

  addBuilding(rectangle: Rectangle): void {
    this.#add(this.#buildings, rectangle, verticesOf(rectangle), BETWEEN_BUILDINGS_M);
  }

  isFree(rectangle: Rectangle): boolean {
    for (const key of squaresAround(verticesOf(rectangle), 0, Ground.#SQUARE_M)) {
      if (this.#streets.get(key)?.some((segment) => obstructs(segment, rectangle))) return false;
      if (this.#buildings.get(key)?.some((other) => overlaps(rectangle, other, BETWEEN_BUILDINGS_M)))
        return false;
    }
    return true;
  }

  #add<T>(index: Map<string, T[]>, item: T, points: readonly Point[], margin_m: number): void {
    for (const key of squaresAround(points, margin_m, Ground.#SQUARE_M)) {
      const items = index.get(key);
      if (items) items.push(item);
      else index.set(key, [item]);
    }
  }
}

function* squaresAround(points: readonly Point[], margin_m: number, square_m: number): Generator<string> {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const first = (values: number[]): number => Math.floor((Math.min(...values) - margin_m) / square_m);
  const last = (values: number[]): number => Math.floor((Math.max(...values) + margin_m) / square_m);
  for (let column = first(xs); column <= last(xs); column++) {
    for (let row = first(ys); row <= last(ys); row++) yield `${column},${row}`;
  }
}

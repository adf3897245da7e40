/** Exact point in polygon for many points. */
import { boundingBoxOf } from '../../src/geo/positions.ts';
import type { Point } from '../../tiles-builder/simulate/local-plane.ts';

/** Indexes points by squares. */
export class PointCounter {
  static readonly #SQUARE_M = 200;
  readonly #squares = new Map<number, number[]>();
  readonly total: number;

  constructor(points: readonly Point[]) {
    this.total = points.length;
    for (const [x, y] of points) {
      const key = PointCounter.#key(PointCounter.#square(x), PointCounter.#square(y));
      const square = this.#squares.get(key);
      if (square) square.push(x, y);
      else this.#squares.set(key, [x, y]);
    }
  }

  /** @param corners closed ring */
  inside(corners: readonly Point[]): number {
    const ring = Float64Array.from(corners.flat());
    const { west, east, south, north } = boundingBoxOf([corners]);
    let inside = 0;
    for (let column = PointCounter.#square(west); column <= PointCounter.#square(east); column++) {
      for (let row = PointCounter.#square(south); row <= PointCounter.#square(north); row++) {
        const points = this.#squares.get(PointCounter.#key(column, row)) ?? [];
        for (let i = 0; i < points.length; i += 2) if (isWithin(ring, points[i], points[i + 1])) inside++;
      }
    }
    return inside;
  }

  static #square(metres: number): number {
    return Math.floor(metres / PointCounter.#SQUARE_M);
  }

  static #key(column: number, row: number): number {
    return column * 65_536 + row;
  }
}

/** Parity of edges to the east; x, y in turn. */
function isWithin(ring: Float64Array, x: number, y: number): boolean {
  let within = false;
  for (let i = 2; i < ring.length; i += 2) {
    const y1 = ring[i - 1];
    const y2 = ring[i + 1];
    if (y1 > y === y2 > y) continue;
    const x1 = ring[i - 2];
    if (x < x1 + ((y - y1) / (y2 - y1)) * (ring[i] - x1)) within = !within;
  }
  return within;
}

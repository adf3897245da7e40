/** Direct-mapped cache of vertices and neighbours of standard grid cells, by lattice coordinates. */
import {
  aOf,
  bOf,
  faceOf,
  found,
  locate,
  located,
  nearestPoint,
  type PointNumber,
  pointNumber,
  verticesAndNeighbours,
} from '../../src/geo/grid-lattice.ts';
import type { Position } from '../../src/geo/positions.ts';

/** Prime, so that neighbouring cells get different slots. */
export const CACHE_SLOTS = 8_191;
export const MOST_SIDES = 6;

/** Valid until the next lookup. */
export type Slot = number;

/** Of the cell at a position, or a neighbour. */
export function centreNear(lon: number, lat: number): PointNumber {
  nearestPoint(lon, lat);
  const { face, a, b } = found;
  // Centres are where a ≡ b (mod 3); vertices have one a step below in a or b.
  const step = (((a - b) % 3) + 3) % 3;
  return pointNumber(face, step === 1 ? a - 1 : a, step === 2 ? b - 1 : b);
}

export class LatticeCells {
  readonly #point = new Float64Array(CACHE_SLOTS).fill(-1);
  readonly #sides = new Uint8Array(CACHE_SLOTS);
  readonly #centres = new Float64Array(2 * CACHE_SLOTS);
  readonly #vertexDegrees = new Float64Array(2 * MOST_SIDES * CACHE_SLOTS);
  readonly #neighbours = new Float64Array(MOST_SIDES * CACHE_SLOTS);
  readonly #vertices: PointNumber[] = [];
  readonly #beside: PointNumber[] = [];

  slotOf(point: PointNumber): Slot {
    const slot = point % CACHE_SLOTS;
    if (this.#point[slot] !== point) this.#take(slot, point);
    return slot;
  }

  centre(slot: Slot): Position {
    return [this.#centres[2 * slot], this.#centres[2 * slot + 1]];
  }

  sides(slot: Slot): number {
    return this.#sides[slot];
  }

  /** Longitude on one side of the antimeridian; vertices run anticlockwise. */
  x(slot: Slot, vertex: number): number {
    return this.#vertexDegrees[2 * (MOST_SIDES * slot + vertex)];
  }

  y(slot: Slot, vertex: number): number {
    return this.#vertexDegrees[2 * (MOST_SIDES * slot + vertex) + 1];
  }

  /** Across the side that ends in `vertex`. */
  neighbour(slot: Slot, vertex: number): PointNumber {
    return this.#neighbours[MOST_SIDES * slot + vertex];
  }

  #take(slot: Slot, point: PointNumber): void {
    const sides = verticesAndNeighbours(point, this.#vertices, this.#beside);
    locate(faceOf(point), aOf(point), bOf(point));
    const { lon } = located;
    this.#point[slot] = point;
    this.#sides[slot] = sides;
    this.#centres[2 * slot] = lon;
    this.#centres[2 * slot + 1] = located.lat;
    for (let i = 0; i < sides; i++) {
      const vertex = this.#vertices[i];
      const at = MOST_SIDES * slot + i;
      locate(faceOf(vertex), aOf(vertex), bOf(vertex));
      this.#vertexDegrees[2 * at] = located.lon - 360 * Math.round((located.lon - lon) / 360);
      this.#vertexDegrees[2 * at + 1] = located.lat;
      this.#neighbours[at] = this.#beside[i];
    }
  }
}

/**
 * Traces the outline of a set of hexagons as polygons. Three cells meet at each vertex, so tracing is unambiguous; long
 * outlines are simplified.
 */
import {
  aOf,
  bOf,
  faceOf,
  NEIGHBOUR_STEPS,
  numberOf,
  type PointNumber,
  verticesAndNeighbours,
} from '../geo/grid-lattice.ts';
import type { Position, Zone } from '../geo/positions.ts';
import { isWellInsideFace, sideOf, startOfSide } from './cell-sides.ts';
import { cutAtAntimeridian } from './cut-at-antimeridian.ts';
import { type EdgeCells, KIND, type Kind } from './edge-cells.ts';
import { polygonsOfRings } from './polygons-of-rings.ts';
import { simplifiedRing } from './simplify-cell-ring.ts';

/**
 * @param maxSides longer outlines are simplified
 * @returns valid right-hand rings, at most six decimals, longitudes within ±180
 */
export function outlineOfCells(cells: EdgeCells, maxSides: number): Zone {
  const rings = new SideTracer(cells).rings();
  const sides = rings.reduce((sum, ring) => sum + ring.length, 0);
  const positions = rings.map(sides <= maxSides ? verticesOf : simplifiedRing);
  return polygonsOfRings(cutAtAntimeridian(positions));
}

const vertices: PointNumber[] = [];
const neighbours: PointNumber[] = [];

const verticesOf = (ring: Float64Array): Position[] => Array.from(ring, startOfSide);

class SideTracer {
  readonly #cells: EdgeCells;
  #sides = new Float64Array(1024);
  #used = 0;
  #cell: PointNumber = 0;
  #kind: Kind = KIND.UNKNOWN;
  #side = 0;

  constructor(cells: EdgeCells) {
    this.#cells = cells;
  }

  rings(): Float64Array[] {
    const ends: number[] = [];
    for (const cell of this.#cells.all) {
      const kind = this.#cells.kindOf(cell);
      if (!belongs(kind)) continue;
      const count = verticesAndNeighbours(cell, vertices, neighbours);
      // Tracing overwrites `neighbours`.
      const outside = neighbours.slice(0, count).map((neighbour) => !this.#isInside(neighbour, kind));
      for (let side = 0; side < count; side++) {
        if (!outside[side] || this.#cells.visitSide(cell, side)) continue;
        this.#traceFrom(cell, kind, side);
        ends.push(this.#used);
      }
    }
    return ends.map((end, ring) => this.#sides.subarray(ring === 0 ? 0 : ends[ring - 1], end));
  }

  #traceFrom(cell: PointNumber, kind: Kind, side: number): void {
    this.#cell = cell;
    this.#kind = kind;
    this.#side = side;
    do {
      this.#cells.visitSide(this.#cell, this.#side);
      this.#push();
      this.#turn();
    } while (this.#cell !== cell || this.#side !== side);
  }

  #turn(): void {
    const cell = this.#cell;
    const face = faceOf(cell);
    const a = aOf(cell);
    const b = bOf(cell);
    if (isWellInsideFace(a, b)) {
      const next = this.#side === 5 ? 0 : this.#side + 1;
      const nextA = a + NEIGHBOUR_STEPS[2 * next];
      const nextB = b + NEIGHBOUR_STEPS[2 * next + 1];
      const kind = this.#cells.kindAt(face, nextA, nextB);
      if (isInside(kind, this.#kind)) {
        this.#enter(numberOf(face, nextA, nextB), kind);
        this.#side = this.#side === 0 ? 5 : this.#side - 1;
      } else {
        this.#side = next;
      }
      return;
    }
    const count = verticesAndNeighbours(cell, vertices, neighbours);
    const outside = neighbours[this.#side];
    const next = (this.#side + 1) % count;
    const neighbour = neighbours[next];
    const kind = this.#cells.kindOf(neighbour);
    if (isInside(kind, this.#kind)) {
      this.#enter(neighbour, kind);
      const around = verticesAndNeighbours(neighbour, vertices, neighbours);
      this.#side = neighbours.slice(0, around).indexOf(outside);
    } else {
      this.#side = next;
    }
  }

  #enter(cell: PointNumber, kind: Kind): void {
    if (kind === KIND.UNKNOWN) throw new Error('The outline of the grid zone leaves the cells near its edge');
    this.#cell = cell;
    this.#kind = kind;
  }

  #isInside(neighbour: PointNumber, kind: Kind): boolean {
    return isInside(this.#cells.kindOf(neighbour), kind);
  }

  #push(): void {
    if (this.#used === this.#sides.length) {
      const grown = new Float64Array(2 * this.#used);
      grown.set(this.#sides);
      this.#sides = grown;
    }
    const isExact = this.#kind === KIND.INSIDE_EXACT;
    this.#sides[this.#used++] = sideOf(this.#cell, this.#side, isExact);
  }
}

const belongs = (kind: Kind): boolean => kind >= KIND.INSIDE;

/** An unknown neighbour is on the same side as the cell's centre. */
const isInside = (neighbour: Kind, cell: Kind): boolean =>
  neighbour === KIND.UNKNOWN ? cell !== KIND.SLIVER : belongs(neighbour);

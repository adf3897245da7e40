/** Maps cells near a zone's edge to their kind (inside, met, sliver …), polygon and visited sides. */
import { type PointNumber, pointNumber } from '../geo/grid-lattice.ts';
import { IntegerMap } from '../geo/integer-map.ts';

export const KIND = {
  UNKNOWN: 0,
  /** The centre is outside, and no edge in the cell. */
  CLEAR: 1,
  /** The centre is outside, perhaps with an edge in the cell. */
  MET: 2,
  INSIDE: 3,
  /** The centre is inside, and a cell two steps away does not belong therefore; outlines follow the cell's sides. */
  INSIDE_EXACT: 4,
  /** The cell belongs by rule 2 of the grid zone. */
  SLIVER: 5,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** A state has the kind, a bit for each visited side, and the polygon. */
const KIND_BITS = 3;
const KIND_MASK = (1 << KIND_BITS) - 1;
const POLYGON_SHIFT = KIND_BITS + 6;

export class EdgeCells {
  /** In the order in which they were set. */
  readonly all: PointNumber[] = [];
  readonly #states = new IntegerMap();

  /** @param polygon with the centre, or the only one near; 0 for several */
  set(face: number, a: number, b: number, kind: Kind, polygon: number): void {
    const cell = pointNumber(face, a, b);
    this.all.push(cell);
    this.#states.set(cell, (polygon << POLYGON_SHIFT) | kind);
  }

  /** @param cell known */
  change(cell: PointNumber, kind: Kind): void {
    this.#states.set(cell, (this.#stateOf(cell) & ~KIND_MASK) | kind);
  }

  kindOf(cell: PointNumber): Kind {
    return (this.#stateOf(cell) & KIND_MASK) as Kind;
  }

  /** @param cell known */
  polygonOf(cell: PointNumber): number {
    return this.#stateOf(cell) >> POLYGON_SHIFT;
  }

  /** @param cell known */
  visitSide(cell: PointNumber, side: number): boolean {
    const state = this.#stateOf(cell);
    const bit = 1 << (KIND_BITS + side);
    if ((state & bit) !== 0) return true;
    this.#states.set(cell, state | bit);
    return false;
  }

  #stateOf(cell: PointNumber): number {
    return this.#states.get(cell) ?? KIND.UNKNOWN;
  }
}

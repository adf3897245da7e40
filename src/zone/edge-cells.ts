/**
 * Stores for each cell near a zone's edge its kind (inside, met, sliver …), its polygon and visited sides, in hashed blocks of
 * 8 × 8 cells.
 */
import { aOf, bOf, faceOf, numberOf, type PointNumber, pointNumber } from '../geo/grid-lattice.ts';
import { IntegerMap } from '../geo/integer-map.ts';

export const KIND = {
  UNKNOWN: 0,
  /** The centre is outside, and no edge meets the cell. */
  CLEAR: 1,
  /** The centre is outside, and an edge may meet the cell. */
  MET: 2,
  INSIDE: 3,
  /** The centre is inside, and a cell two steps away does not belong therefore; outlines follow the cell's sides. */
  INSIDE_EXACT: 4,
  /** The cell belongs by rule 2 of the grid zone. */
  SLIVER: 5,
} as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

const KIND_BITS = 3;
const KIND_MASK = (1 << KIND_BITS) - 1;
const BLOCK_BITS = 3;
const BLOCK_CELLS = 1 << (2 * BLOCK_BITS);
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;
const OFFSET = 2 ** 17;
const SHIFT = 2 ** 18;
const NO_BLOCK = -1;

export class EdgeCells {
  /** All cells of a block have this polygon, except {@link #otherPolygons}. */
  #polygons = new Int32Array(64);
  readonly #otherPolygons = new Map<PointNumber, number>();
  /** A state has the kind, and a bit for each visited side. */
  #states = new Uint16Array(64 * BLOCK_CELLS);
  readonly #blockOf = new IntegerMap();
  readonly #origins: number[] = [];
  #latestKey = NO_BLOCK;
  #latestBlock = NO_BLOCK;

  /** @param polygon the one that contains the centre, or the only one near; 0 for several */
  set(face: number, a: number, b: number, kind: Kind, polygon: number): void {
    const number = pointNumber(face, a, b);
    const [ownFace, ownA, ownB] = [faceOf(number), aOf(number), bOf(number)];
    const blocks = this.#blockOf.size;
    const block = this.#blockAt(ownFace, ownA, ownB, true);
    if (this.#blockOf.size > blocks) this.#polygons[block] = polygon;
    else if (this.#polygons[block] !== polygon) this.#otherPolygons.set(number, polygon);
    this.#states[block * BLOCK_CELLS + placeInBlock(ownA, ownB)] = kind;
  }

  /** @param cell known */
  change(cell: PointNumber, kind: Kind): void {
    const at = this.#indexOf(faceOf(cell), aOf(cell), bOf(cell));
    this.#states[at] = (this.#states[at] & ~KIND_MASK) | kind;
  }

  kindOf(cell: PointNumber): Kind {
    return this.kindAt(faceOf(cell), aOf(cell), bOf(cell));
  }

  /** The coordinates must lie on the face that `pointNumber` assigns. */
  kindAt(face: number, a: number, b: number): Kind {
    const at = this.#indexOf(face, a, b);
    return at < 0 ? KIND.UNKNOWN : ((this.#states[at] & KIND_MASK) as Kind);
  }

  /** @param cell known */
  polygonOf(cell: PointNumber): number {
    return (
      this.#otherPolygons.get(cell) ??
      this.#polygons[this.#blockAt(faceOf(cell), aOf(cell), bOf(cell), false)]
    );
  }

  visitSide(cell: PointNumber, side: number): boolean {
    const at = this.#indexOf(faceOf(cell), aOf(cell), bOf(cell));
    const bit = 1 << (KIND_BITS + side);
    const wasVisited = (this.#states[at] & bit) !== 0;
    this.#states[at] |= bit;
    return wasVisited;
  }

  get blocks(): number {
    return this.#blockOf.size;
  }

  /**
   * Visits cells in deterministic order.
   * @param firstBlock, endBlock half-open range; all by default
   */
  forEach(visit: (cell: PointNumber, kind: Kind) => void, firstBlock = 0, endBlock = this.blocks): void {
    for (let block = firstBlock; block < endBlock; block++) {
      const [face, q, r] = this.#origins.slice(3 * block, 3 * block + 3);
      for (let place = 0; place < BLOCK_CELLS; place++) {
        const kind = (this.#states[block * BLOCK_CELLS + place] & KIND_MASK) as Kind;
        if (kind === KIND.UNKNOWN) continue;
        const cellQ = q + (place & BLOCK_MASK);
        const b = r + (place >> BLOCK_BITS) - cellQ;
        visit(numberOf(face, 3 * cellQ + b, b), kind);
      }
    }
  }

  #indexOf(face: number, a: number, b: number): number {
    const block = this.#blockAt(face, a, b, false);
    return block < 0 ? -1 : block * BLOCK_CELLS + placeInBlock(a, b);
  }

  #blockAt(face: number, a: number, b: number, create: boolean): number {
    const q = columnOf(a, b);
    const r = b + q;
    const key = (face * SHIFT + (q >> BLOCK_BITS) + OFFSET) * SHIFT + (r >> BLOCK_BITS) + OFFSET;
    if (key === this.#latestKey) return this.#latestBlock;
    let block = this.#blockOf.get(key) ?? NO_BLOCK;
    if (block === NO_BLOCK) {
      if (!create) return NO_BLOCK;
      block = this.#blockOf.size;
      this.#blockOf.set(key, block);
      this.#origins.push(face, q & ~BLOCK_MASK, r & ~BLOCK_MASK);
      this.#reserve(block + 1);
    }
    this.#latestKey = key;
    this.#latestBlock = block;
    return block;
  }

  #reserve(blocks: number): void {
    if (blocks <= this.#polygons.length) return;
    const polygons = new Int32Array(2 * blocks);
    polygons.set(this.#polygons);
    this.#polygons = polygons;
    const states = new Uint16Array(2 * blocks * BLOCK_CELLS);
    states.set(this.#states);
    this.#states = states;
  }
}

const columnOf = (a: number, b: number): number => (a - b) / 3;

const placeInBlock = (a: number, b: number): number => {
  const q = columnOf(a, b);
  return (((b + q) & BLOCK_MASK) << BLOCK_BITS) | (q & BLOCK_MASK);
};

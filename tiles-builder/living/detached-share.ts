/** Cadastres draw one building in several pieces, and rows of houses wall to wall: which footprints adjoin. */
import type { Footprints } from '../geometry/footprints.ts';
import { DisjointSets } from '../numbers/disjoint-sets.ts';

/**
 * How much each footprint has of the area of all that it is connected with by common corners: 1 where it stands alone.
 * @param areas_m2 of the footprints
 */
export function detachedShares(footprints: Footprints, areas_m2: Float64Array): Float64Array {
  const adjoining = new DisjointSets(footprints.count);
  const corners = new FirstAtCorner(footprints.corners);
  for (let footprint = 0; footprint < footprints.count; footprint++) {
    const [from, to] = footprints.cornersOf(footprint);
    for (let corner = from; corner < to; corner++) {
      const other = corners.firstAt(corner, footprint);
      if (other !== footprint) adjoining.join(footprint, other);
    }
  }
  const together_m2 = new Float64Array(footprints.count);
  for (const [i, area_m2] of areas_m2.entries()) together_m2[adjoining.firstOf(i)] += area_m2;
  return areas_m2.map((area_m2, i) => (area_m2 > 0 ? area_m2 / together_m2[adjoining.firstOf(i)] : 1));
}

/** Which footprint came first to each place: a hash table with open addressing, 8 to 16 bytes a corner. */
class FirstAtCorner {
  readonly #corners: Int32Array;
  readonly #mask: number;
  /** The number of a corner at each place, one more than that, 0 where there is none. */
  readonly #cornerIn: Uint32Array;
  readonly #footprintIn: Uint32Array;

  /** @param corners longitude and latitude by turns */
  constructor(corners: Int32Array) {
    const slots = 2 ** Math.ceil(Math.log2(corners.length + 1));
    this.#corners = corners;
    this.#mask = slots - 1;
    this.#cornerIn = new Uint32Array(slots);
    this.#footprintIn = new Uint32Array(slots);
  }

  /** The footprint that came first to a corner's place, which is `footprint` where none did before. */
  firstAt(corner: number, footprint: number): number {
    const [x, y] = [this.#corners[2 * corner], this.#corners[2 * corner + 1]];
    let slot = hashed(x, y) & this.#mask;
    for (; this.#cornerIn[slot] > 0; slot = (slot + 1) & this.#mask) {
      const other = this.#cornerIn[slot] - 1;
      if (this.#corners[2 * other] === x && this.#corners[2 * other + 1] === y) {
        return this.#footprintIn[slot];
      }
    }
    this.#cornerIn[slot] = corner + 1;
    this.#footprintIn[slot] = footprint;
    return footprint;
  }
}

/** Multiplications by large odd numbers mix the bits, and the last step brings the upper ones down. */
function hashed(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

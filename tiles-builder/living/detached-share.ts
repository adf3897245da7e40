/** Cadastres draw one building in several pieces, and rows of houses wall to wall: which footprints adjoin. */
import type { Footprints } from '../geometry/footprints.ts';
import { DisjointSets } from '../numbers/disjoint-sets.ts';

/**
 * How much each footprint has of the area of all that it is connected with by common corners: 1 where it stands alone.
 * @param areas_m2 of the footprints
 */
export function detachedShares(footprints: Footprints, areas_m2: Float64Array): Float64Array {
  const adjoining = new DisjointSets(footprints.count);
  const corners = new FirstAtPlace(footprints.corners);
  const footprintOf = new Uint32Array(footprints.corners.length / 2);
  for (let footprint = 0; footprint < footprints.count; footprint++) {
    const [from, to] = footprints.cornersOf(footprint);
    for (let corner = from; corner < to; corner++) {
      footprintOf[corner] = footprint;
      const other = footprintOf[corners.firstBeside(corner)];
      if (other !== footprint) adjoining.join(footprint, other);
    }
  }
  const together_m2 = new Float64Array(footprints.count);
  for (const [i, area_m2] of areas_m2.entries()) together_m2[adjoining.firstOf(i)] += area_m2;
  return areas_m2.map((area_m2, i) => (area_m2 > 0 ? area_m2 / together_m2[adjoining.firstOf(i)] : 1));
}

/** Which corner came first to each place: a hash table with open addressing, 6 to 12 bytes a corner. */
class FirstAtPlace {
  readonly #corners: Int32Array;
  readonly #mask: number;
  /** The number of a corner at each place, one more than that, 0 where there is none. */
  readonly #cornerIn: Uint32Array;

  /** @param corners longitude and latitude by turns */
  constructor(corners: Int32Array) {
    const slots = 2 ** Math.ceil(Math.log2(1.5 * (corners.length / 2) + 1));
    this.#corners = corners;
    this.#mask = slots - 1;
    this.#cornerIn = new Uint32Array(slots);
  }

  /** The corner that came first to a corner's place; itself where none did before. */
  firstBeside(corner: number): number {
    const [x, y] = [this.#corners[2 * corner], this.#corners[2 * corner + 1]];
    let slot = hashed(x, y) & this.#mask;
    for (; this.#cornerIn[slot] > 0; slot = (slot + 1) & this.#mask) {
      const other = this.#cornerIn[slot] - 1;
      if (this.#corners[2 * other] === x && this.#corners[2 * other + 1] === y) return other;
    }
    this.#cornerIn[slot] = corner + 1;
    return corner;
  }
}

/** Multiplications by large odd numbers mix the bits, and the last step brings the upper ones down. */
function hashed(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

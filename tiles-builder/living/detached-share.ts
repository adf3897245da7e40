/** How detached a footprint is: its share of the area of footprints joined by common vertices (union-find). */

import { DisjointSets } from '../base/numbers/disjoint-sets.ts';
import type { Footprints } from '../geometry/footprints.ts';

/** 1 if detached. Cadastres draw one building in several pieces. */
export function detachedShares(footprints: Footprints, areas_m2: Float64Array): Float64Array {
  const adjoining = new DisjointSets(footprints.count);
  const vertices = new FirstAtPlace(footprints.vertices);
  const footprintOf = new Uint32Array(footprints.vertices.length / 2);
  for (let footprint = 0; footprint < footprints.count; footprint++) {
    const [from, to] = footprints.verticesOf(footprint);
    for (let vertex = from; vertex < to; vertex++) {
      footprintOf[vertex] = footprint;
      const other = footprintOf[vertices.firstBeside(vertex)];
      if (other !== footprint) adjoining.join(footprint, other);
    }
  }
  const together_m2 = new Float64Array(footprints.count);
  for (const [i, area_m2] of areas_m2.entries()) together_m2[adjoining.firstOf(i)] += area_m2;
  return areas_m2.map((area_m2, i) => (area_m2 > 0 ? area_m2 / together_m2[adjoining.firstOf(i)] : 1));
}

/** Hash table with open addressing, 6 to 12 bytes a vertex. */
class FirstAtPlace {
  readonly #vertices: Int32Array;
  readonly #mask: number;
  /** Plus one; 0 for an empty slot. */
  readonly #vertexIn: Uint32Array;

  /** @param vertices alternating longitude and latitude */
  constructor(vertices: Int32Array) {
    const slots = 2 ** Math.ceil(Math.log2(1.5 * (vertices.length / 2) + 1));
    this.#vertices = vertices;
    this.#mask = slots - 1;
    this.#vertexIn = new Uint32Array(slots);
  }

  /** Maybe itself. */
  firstBeside(vertex: number): number {
    const [x, y] = [this.#vertices[2 * vertex], this.#vertices[2 * vertex + 1]];
    let slot = hashed(x, y) & this.#mask;
    for (; this.#vertexIn[slot] > 0; slot = (slot + 1) & this.#mask) {
      const other = this.#vertexIn[slot] - 1;
      if (this.#vertices[2 * other] === x && this.#vertices[2 * other + 1] === y) return other;
    }
    this.#vertexIn[slot] = vertex + 1;
    return vertex;
  }
}

function hashed(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

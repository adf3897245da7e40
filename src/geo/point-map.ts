/** Maps lattice points to 32-bit integers, by a hash table with open addressing. */
import type { PointNumber } from './grid-lattice.ts';

const EMPTY = -1;

export class PointMap {
  size = 0;
  #points = new Float64Array(1024).fill(EMPTY);
  #values = new Int32Array(1024);

  get(point: PointNumber): number | undefined {
    const slot = this.#slotOf(point);
    return this.#points[slot] === EMPTY ? undefined : this.#values[slot];
  }

  set(point: PointNumber, value: number): void {
    let slot = this.#slotOf(point);
    if (this.#points[slot] === EMPTY) {
      if (2 * (this.size + 1) > this.#points.length) {
        this.#grow();
        slot = this.#slotOf(point);
      }
      this.#points[slot] = point;
      this.size++;
    }
    this.#values[slot] = value;
  }

  #slotOf(point: PointNumber): number {
    const mask = this.#points.length - 1;
    const mixed = Math.imul((point >>> 0) ^ Math.imul(point / 2 ** 32, 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (this.#points[slot] !== EMPTY && this.#points[slot] !== point) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const points = this.#points;
    const values = this.#values;
    this.#points = new Float64Array(2 * points.length).fill(EMPTY);
    this.#values = new Int32Array(2 * points.length);
    for (let i = 0; i < points.length; i++) {
      if (points[i] === EMPTY) continue;
      const slot = this.#slotOf(points[i]);
      this.#points[slot] = points[i];
      this.#values[slot] = values[i];
    }
  }
}

/** Hash table that numbers pairs of 32-bit integers by first appearance. */
const EMPTY = 0xffffffff;

export class PositionIds {
  readonly #slots: Uint32Array;
  readonly #x: Int32Array;
  readonly #y: Int32Array;
  #count = 0;

  constructor(most: number) {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2))).fill(EMPTY);
    this.#x = new Int32Array(most);
    this.#y = new Int32Array(most);
  }

  get count(): number {
    return this.#count;
  }

  x(id: number): number {
    return this.#x[id];
  }

  y(id: number): number {
    return this.#y[id];
  }

  add(x: number, y: number): number {
    const slot = this.#slotOf(x, y);
    if (this.#slots[slot] !== EMPTY) return this.#slots[slot];
    this.#x[this.#count] = x;
    this.#y[this.#count] = y;
    this.#slots[slot] = this.#count;
    return this.#count++;
  }

  find(x: number, y: number): number | undefined {
    const id = this.#slots[this.#slotOf(x, y)];
    return id === EMPTY ? undefined : id;
  }

  #slotOf(x: number, y: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (; this.#slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const id = this.#slots[slot];
      if (this.#x[id] === x && this.#y[id] === y) break;
    }
    return slot;
  }
}

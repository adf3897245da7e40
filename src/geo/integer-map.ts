/** Maps natural numbers below 2^53 to 32-bit integers, faster than a Map: a hash table with open addressing. */

const EMPTY = -1;

export class IntegerMap {
  size = 0;
  #keys = new Float64Array(1024).fill(EMPTY);
  #values = new Int32Array(1024);

  get(key: number): number | undefined {
    const slot = this.#slotOf(key);
    return this.#keys[slot] === EMPTY ? undefined : this.#values[slot];
  }

  set(key: number, value: number): void {
    let slot = this.#slotOf(key);
    if (this.#keys[slot] === EMPTY) {
      if (2 * (this.size + 1) > this.#keys.length) {
        this.#grow();
        slot = this.#slotOf(key);
      }
      this.#keys[slot] = key;
      this.size++;
    }
    this.#values[slot] = value;
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    const mixed = Math.imul((key >>> 0) ^ Math.imul(key / 2 ** 32, 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(2 * keys.length).fill(EMPTY);
    this.#values = new Int32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === EMPTY) continue;
      const slot = this.#slotOf(keys[i]);
      this.#keys[slot] = keys[i];
      this.#values[slot] = values[i];
    }
  }
}

/** A typed array to which numbers are appended, for columns whose length is not known; it doubles when it is full. */

const FIRST_CAPACITY = 1_024;

type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

export class GrowingArray<T extends NumberArray> {
  readonly #kind: new (
    length: number,
  ) => T;
  #all: T;
  #length = 0;

  constructor(kind: new (length: number) => T) {
    this.#kind = kind;
    this.#all = new kind(FIRST_CAPACITY);
  }

  get length(): number {
    return this.#length;
  }

  /** Replaced by the next `push`; has spare room beyond `length`. */
  get values(): T {
    return this.#all;
  }

  push(value: number): void {
    if (this.#length === this.#all.length) this.#makeRoom(1);
    this.#all[this.#length++] = value;
  }

  append(values: ArrayLike<number>): void {
    if (this.#length + values.length > this.#all.length) this.#makeRoom(values.length);
    this.#all.set(values, this.#length);
    this.#length += values.length;
  }

  /** Returns a copy without spare room. */
  taken(): T {
    return this.#all.slice(0, this.#length) as T;
  }

  /** Returns a view without spare room. */
  view(): T {
    return this.#all.subarray(0, this.#length) as T;
  }

  #makeRoom(more: number): void {
    const grown = new this.#kind(Math.max(this.#all.length * 2, this.#length + more));
    grown.set(this.#all);
    this.#all = grown;
  }
}

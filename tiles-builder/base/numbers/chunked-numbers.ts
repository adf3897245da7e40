/** Append-only list of numbers in chunks, never copied as it grows. */

const CHUNK = 2 ** 18;

type NumberArray = Uint32Array | Int32Array | Float64Array;

export class ChunkedNumbers<T extends NumberArray> {
  readonly #kind: new (
    length: number,
  ) => T;
  #chunks: T[] = [];
  #length = 0;

  constructor(kind: new (length: number) => T) {
    this.#kind = kind;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const place = this.#length % CHUNK;
    if (place === 0) this.#chunks.push(new this.#kind(CHUNK));
    this.#chunks[this.#chunks.length - 1][place] = value;
    this.#length++;
  }

  append(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.push(values[i]);
  }

  at(index: number): number {
    return this.#chunks[Math.floor(index / CHUNK)][index % CHUNK];
  }

  *chunks(): Generator<T> {
    for (let i = 0; i < this.#chunks.length; i++) yield this.#chunk(i);
  }

  *drained(): Generator<T> {
    for (let i = 0; i < this.#chunks.length; i++) {
      yield this.#chunk(i);
      this.#chunks[i] = new this.#kind(0);
    }
    this.#chunks = [];
    this.#length = 0;
  }

  joined(): T {
    const all = new this.#kind(this.#length);
    let length = 0;
    for (const chunk of this.chunks()) {
      all.set(chunk, length);
      length += chunk.length;
    }
    return all;
  }

  #chunk(index: number): T {
    return this.#chunks[index].subarray(0, this.#length - index * CHUNK) as T;
  }
}

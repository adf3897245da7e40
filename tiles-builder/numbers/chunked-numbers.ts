/** Many numbers, appended one after the other and kept in chunks: none is copied as their number grows. */

const CHUNK = 2 ** 18;

type NumberArray = Uint32Array | Int32Array | Float64Array;

export class ChunkedNumbers<T extends NumberArray> {
  readonly #kind: new (
    length: number,
  ) => T;
  readonly #chunks: T[] = [];
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

  /** All in one array. */
  joined(): T {
    const all = new this.#kind(this.#length);
    this.#chunks.forEach((chunk, i) => {
      all.set(chunk.subarray(0, Math.min(CHUNK, this.#length - i * CHUNK)), i * CHUNK);
    });
    return all;
  }
}

/** A reused typed array for scratch data. All requests of an isolate share it, so callers finish before their next `await`. */

type Buffer = Uint8Array | Int16Array | Int32Array | Uint32Array | Float64Array;

const MAX_POOLED_BYTES = 1.5 * 1024 * 1024;

export class ReusableBuffer<B extends Buffer> {
  readonly #create: (length: number) => B;
  #pooled: B;

  constructor(create: (length: number) => B) {
    this.#create = create;
    this.#pooled = create(0);
  }

  /** Returns a buffer of at least this length with arbitrary content. */
  take(length: number): B {
    if (this.#pooled.length >= length) return this.#pooled;
    const buffer = this.#create(Math.ceil(length * 1.25));
    if (buffer.byteLength <= MAX_POOLED_BYTES) this.#pooled = buffer;
    return buffer;
  }

  /** Returns a buffer as {@link take}, with the first `used` entries copied. */
  grow(buffer: B, used: number, length: number): B {
    if (buffer.length >= length) return buffer;
    const larger = this.take(Math.max(length, buffer.length * 2));
    if (larger !== buffer) larger.set(buffer.subarray(0, used) as never);
    return larger;
  }
}

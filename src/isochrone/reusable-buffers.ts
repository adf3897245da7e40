/**
 * A buffer pool, to avoid allocating and clearing megabytes for each isochrone. Callers must finish with a buffer before their
 * next `await`, so that no two requests share it.
 */

type Buffer = Uint8Array | Int16Array | Int32Array | Uint32Array | Float64Array;

/** Larger buffers are not pooled. */
const MAX_POOLED_BYTES = 1.5 * 1024 * 1024;

export class ReusableBuffer<B extends Buffer> {
  readonly #create: (length: number) => B;
  #kept: B;

  constructor(create: (length: number) => B) {
    this.#create = create;
    this.#kept = create(0);
  }

  /** A buffer of at least `length` entries with arbitrary content. */
  take(length: number): B {
    if (this.#kept.length >= length) return this.#kept;
    const buffer = this.#create(Math.ceil(length * 1.25));
    if (buffer.byteLength <= MAX_POOLED_BYTES) this.#kept = buffer;
    return buffer;
  }

  /** Like {@link take}, with the first `used` entries of a too short `buffer` copied. */
  grow(buffer: B, used: number, length: number): B {
    if (buffer.length >= length) return buffer;
    const larger = this.take(Math.max(length, buffer.length * 2));
    if (larger !== buffer) larger.set(buffer.subarray(0, used) as never);
    return larger;
  }
}

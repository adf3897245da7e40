/**
 * A value that is read from storage and kept in memory for a while. Holds a resolved value, never a promise: a promise
 * made in one request must not be awaited in another.
 */
export class KeptValue<T> {
  readonly #freshFor_ms: number;
  readonly #usableFor_ms: number;
  readonly #now: () => number;
  #kept: { readonly value: T; readonly readAt_ms: number } | undefined;

  /**
   * @param freshFor_ms age up to which the value is not read again
   * @param usableFor_ms age up to which the old value serves where reading again fails
   */
  constructor(freshFor_ms: number, usableFor_ms: number, now: () => number = Date.now) {
    this.#freshFor_ms = freshFor_ms;
    this.#usableFor_ms = usableFor_ms;
    this.#now = now;
  }

  /** @throws what `read` throws, where no usable value is kept */
  async get(read: () => Promise<T>): Promise<T> {
    const kept = this.#kept;
    const startedAt_ms = this.#now();
    if (kept && startedAt_ms - kept.readAt_ms < this.#freshFor_ms) return kept.value;
    try {
      const value = await read();
      this.#kept = { value, readAt_ms: startedAt_ms };
      return value;
    } catch (cause) {
      if (kept && this.#now() - kept.readAt_ms < this.#usableFor_ms) return kept.value;
      throw cause;
    }
  }
}

import { READ_AGAIN_AFTER_MS } from '../limits.ts';

/**
 * A value that is read from storage and kept in memory for a while. Holds a resolved value, never a promise: a promise
 * made in one request must not be awaited in another.
 */
export class KeptValue<T> {
  readonly #freshFor_ms: number;
  readonly #usableFor_ms: number;
  readonly #now: () => number;
  #kept: { readonly value: T; readonly readAt_ms: number } | undefined;
  #failedAt_ms = Number.NEGATIVE_INFINITY;

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
    if (kept) {
      const age_ms = startedAt_ms - kept.readAt_ms;
      if (age_ms < this.#freshFor_ms) return kept.value;
      const failedJustNow = startedAt_ms - this.#failedAt_ms < READ_AGAIN_AFTER_MS;
      if (failedJustNow && age_ms < this.#usableFor_ms) return kept.value;
    }
    try {
      const value = await read();
      // A read that took long may end after one that began later and knows better.
      if (!this.#kept || startedAt_ms >= this.#kept.readAt_ms) {
        this.#kept = { value, readAt_ms: startedAt_ms };
      }
      return value;
    } catch (cause) {
      this.#failedAt_ms = this.#now();
      if (kept && this.#now() - kept.readAt_ms < this.#usableFor_ms) return kept.value;
      throw cause;
    }
  }
}

import { READ_AGAIN_AFTER_MS } from '../limits.ts';

/**
 * Caches one value from storage in memory. While one request revalidates it, others get the stale value; if that fails, all do
 * for a while (stale-while-revalidate and stale-if-error of RFC 5861). Stores values, never promises: a Worker must not await in
 * one request a promise of another.
 */
export class CachedValue<T> {
  readonly #freshFor_ms: number;
  readonly #usableFor_ms: number;
  readonly #now: () => number;
  readonly #failedFor_ms: number;
  #kept: { readonly value: T; readonly readAt_ms: number } | undefined;
  /** Start of the last read that has not returned a value. */
  #triedAt_ms = Number.NEGATIVE_INFINITY;
  #failure: { readonly cause: unknown; readonly at_ms: number } | undefined;

  /**
   * @param freshFor_ms age up to which the value is returned without a read
   * @param usableFor_ms age up to which a stale value is returned if a read fails
   * @param failedFor_ms for how long a failure is cached without a stale value
   */
  constructor(freshFor_ms: number, usableFor_ms: number, now: () => number = Date.now, failedFor_ms = 0) {
    this.#failedFor_ms = failedFor_ms;
    this.#freshFor_ms = freshFor_ms;
    this.#usableFor_ms = usableFor_ms;
    this.#now = now;
  }

  /**
   * @param read calls `asOf` with the time of an earlier read if its value comes from another cache
   * @param refresh reads even if a fresh value is cached, which other calls still use
   * @throws what `read` throws, or a cached failure, without a usable value; with `refresh` whatever `read` throws
   */
  async get(read: (asOf: (readAt_ms: number) => void) => Promise<T>, { refresh = false } = {}): Promise<T> {
    const kept = this.#kept;
    const startedAt_ms = this.#now();
    if (kept && !refresh) {
      const age_ms = startedAt_ms - kept.readAt_ms;
      if (age_ms < this.#freshFor_ms) return kept.value;
      const triedJustNow = startedAt_ms - this.#triedAt_ms < READ_AGAIN_AFTER_MS;
      if (triedJustNow && age_ms < this.#usableFor_ms) return kept.value;
    }
    const failure = this.#failure;
    if (!refresh && failure && startedAt_ms - failure.at_ms < this.#failedFor_ms) throw failure.cause;
    this.#triedAt_ms = startedAt_ms;
    try {
      let readAt_ms = startedAt_ms;
      const value = await read((earlier_ms) => {
        readAt_ms = Math.min(readAt_ms, earlier_ms);
      });
      // A slow read may end after a later one with a newer value.
      if (!this.#kept || readAt_ms >= this.#kept.readAt_ms) {
        this.#kept = { value, readAt_ms };
        this.#triedAt_ms = Number.NEGATIVE_INFINITY;
        this.#failure = undefined;
      }
      return value;
    } catch (cause) {
      if (refresh) throw cause;
      if (kept && this.#now() - kept.readAt_ms < this.#usableFor_ms) return kept.value;
      this.#failure = { cause, at_ms: this.#now() };
      throw cause;
    }
  }
}

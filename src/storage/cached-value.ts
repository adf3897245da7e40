import { READ_AGAIN_AFTER_MS } from '../limits.ts';

/**
 * Caches one value. While one caller reads it again, others get the stale one, also if that read fails (stale-if-error, RFC
 * 5861). It never stores promises, which requests must not share.
 */
export class CachedValue<T> {
  readonly #freshFor_ms: number;
  readonly #usableFor_ms: number;
  readonly #now: () => number;
  readonly #failedFor_ms: number;
  #cached: { readonly value: T; readonly readAt_ms: number } | undefined;
  #triedAt_ms = Number.NEGATIVE_INFINITY;
  #failure: { readonly cause: unknown; readonly at_ms: number } | undefined;

  /**
   * @param freshFor_ms age up to which no read is needed
   * @param usableFor_ms age up to which a stale value replaces a failed read
   * @param failedFor_ms how long a failure is cached
   */
  constructor(freshFor_ms: number, usableFor_ms: number, now: () => number = Date.now, failedFor_ms = 0) {
    this.#failedFor_ms = failedFor_ms;
    this.#freshFor_ms = freshFor_ms;
    this.#usableFor_ms = usableFor_ms;
    this.#now = now;
  }

  /**
   * @param read calls `asOf` with the time of a read by another cache
   * @param refresh reads despite a fresh value
   * @throws what `read` throws, or a cached failure
   */
  async get(read: (asOf: (readAt_ms: number) => void) => Promise<T>, { refresh = false } = {}): Promise<T> {
    const cached = this.#cached;
    const startedAt_ms = this.#now();
    if (cached && !refresh) {
      const age_ms = startedAt_ms - cached.readAt_ms;
      if (age_ms < this.#freshFor_ms) return cached.value;
      const triedJustNow = startedAt_ms - this.#triedAt_ms < READ_AGAIN_AFTER_MS;
      if (triedJustNow && age_ms < this.#usableFor_ms) return cached.value;
    }
    const failure = this.#failure;
    if (!refresh && failure && startedAt_ms - failure.at_ms < this.#failedFor_ms) throw failure.cause;
    this.#triedAt_ms = startedAt_ms;
    try {
      let readAt_ms = startedAt_ms;
      const value = await read((earlier_ms) => {
        readAt_ms = Math.min(readAt_ms, earlier_ms);
      });
      // Slow reads may end after later ones.
      if (!this.#cached || readAt_ms >= this.#cached.readAt_ms) {
        this.#cached = { value, readAt_ms };
        this.#triedAt_ms = Number.NEGATIVE_INFINITY;
        this.#failure = undefined;
      }
      return value;
    } catch (cause) {
      if (refresh) throw cause;
      if (cached && this.#now() - cached.readAt_ms < this.#usableFor_ms) return cached.value;
      this.#failure = { cause, at_ms: this.#now() };
      throw cause;
    }
  }
}

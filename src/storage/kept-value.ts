import { READ_AGAIN_AFTER_MS } from '../limits.ts';

/**
 * A value that is read from storage and kept in memory for a while. Holds a resolved value, never a promise: a promise
 * made in one request must not be awaited in another. While one request reads it again, the others go on with the old one.
 */
export class KeptValue<T> {
  readonly #freshFor_ms: number;
  readonly #usableFor_ms: number;
  readonly #now: () => number;
  readonly #failedFor_ms: number;
  #kept: { readonly value: T; readonly readAt_ms: number } | undefined;
  /** When the last read began that has brought no value yet. */
  #triedAt_ms = Number.NEGATIVE_INFINITY;
  #failure: { readonly cause: unknown; readonly at_ms: number } | undefined;

  /**
   * @param freshFor_ms age up to which the value is not read again
   * @param usableFor_ms age up to which the old value serves where reading again fails
   * @param failedFor_ms age up to which a failure stands for another read where there is no old value
   */
  constructor(freshFor_ms: number, usableFor_ms: number, now: () => number = Date.now, failedFor_ms = 0) {
    this.#failedFor_ms = failedFor_ms;
    this.#freshFor_ms = freshFor_ms;
    this.#usableFor_ms = usableFor_ms;
    this.#now = now;
  }

  /**
   * @param read may tell that the value was read of storage earlier, by whoever kept it since: it is as old as that
   * @param anew reads even if a value is kept, which goes on serving others
   * @throws what `read` throws, or threw just now, where no usable value is kept; with `anew` whatever `read` throws
   */
  async get(read: (asOf: (readAt_ms: number) => void) => Promise<T>, { anew = false } = {}): Promise<T> {
    const kept = this.#kept;
    const startedAt_ms = this.#now();
    if (kept && !anew) {
      const age_ms = startedAt_ms - kept.readAt_ms;
      if (age_ms < this.#freshFor_ms) return kept.value;
      const triedJustNow = startedAt_ms - this.#triedAt_ms < READ_AGAIN_AFTER_MS;
      if (triedJustNow && age_ms < this.#usableFor_ms) return kept.value;
    }
    const failure = this.#failure;
    if (!anew && failure && startedAt_ms - failure.at_ms < this.#failedFor_ms) throw failure.cause;
    this.#triedAt_ms = startedAt_ms;
    try {
      let readAt_ms = startedAt_ms;
      const value = await read((earlier_ms) => {
        readAt_ms = Math.min(readAt_ms, earlier_ms);
      });
      // A read that took long may end after one that began later and knows better.
      if (!this.#kept || readAt_ms >= this.#kept.readAt_ms) {
        this.#kept = { value, readAt_ms };
        this.#triedAt_ms = Number.NEGATIVE_INFINITY;
        this.#failure = undefined;
      }
      return value;
    } catch (cause) {
      if (anew) throw cause;
      if (kept && this.#now() - kept.readAt_ms < this.#usableFor_ms) return kept.value;
      this.#failure = { cause, at_ms: this.#now() };
      throw cause;
    }
  }
}

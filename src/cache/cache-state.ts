import { CIRCUIT_OPEN_MS, MAX_BYTES_TO_STORE, MAX_CACHE_FAILURES, STORED_WITHIN_MS } from '../limits.ts';

export interface ByteReservation {
  readonly bytes: number;
  readonly until_ms: number;
}

/** An isolate's circuit breaker for the Workers cache, which timeouts in a row open, and its limit of bytes to be stored. */
export class CacheState {
  readonly #reserved = new Set<ByteReservation>();
  #lateInARow = 0;
  #openUntil_ms = Number.NEGATIVE_INFINITY;

  isOpen(now_ms: number): boolean {
    return now_ms < this.#openUntil_ms;
  }

  noteAnswer(): void {
    this.#lateInARow = 0;
  }

  noteLate(now_ms: number): void {
    if (++this.#lateInARow < MAX_CACHE_FAILURES) return;
    this.#lateInARow = 0;
    this.#openUntil_ms = now_ms + CIRCUIT_OPEN_MS;
  }

  /**
   * A reservation expires after STORED_WITHIN_MS.
   * @returns `null` where the limit would be exceeded
   */
  reserve(bytes: number, now_ms: number): ByteReservation | null {
    let sum = bytes;
    for (const reserved of this.#reserved) {
      if (reserved.until_ms <= now_ms) this.#reserved.delete(reserved);
      else sum += reserved.bytes;
    }
    if (sum > MAX_BYTES_TO_STORE) return null;
    const reserved = { bytes, until_ms: now_ms + STORED_WITHIN_MS };
    this.#reserved.add(reserved);
    return reserved;
  }

  release(reserved: ByteReservation): void {
    this.#reserved.delete(reserved);
  }
}

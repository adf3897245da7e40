import { MAX_BYTES_TO_STORE, STORED_WITHIN_MS } from '../limits.ts';

export interface ByteReservation {
  readonly bytes: number;
  readonly until_ms: number;
}

/** Limits how many bytes of an isolate wait to be stored in the Workers cache. */
export class CacheState {
  readonly #reserved = new Set<ByteReservation>();

  /**
   * A reservation expires after STORED_WITHIN_MS.
   * @returns `null` if the limit would be exceeded
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

interface KeptObject {
  readonly value: unknown;
  readonly byteLength: number;
  /** Number of the use, counted over all objects. */
  lastUse: number;
}

/**
 * Objects kept in memory across requests, the least recently used dropped first beyond a number of bytes. Holds values
 * only, never promises: a promise made in one request must not be awaited in another.
 */
export class LoadedObjects {
  readonly #values = new Map<string, KeptObject>();
  readonly #maxBytes: number;
  #bytes = 0;
  #uses = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The value kept under `key`, which must be read as the type it was kept as. */
  get<T>(key: string): T | undefined {
    const entry = this.#values.get(key);
    if (!entry) return undefined;
    entry.lastUse = ++this.#uses;
    return entry.value as T;
  }

  keep(key: string, value: unknown, byteLength: number): void {
    this.drop(key);
    if (byteLength > this.#maxBytes) return;
    this.#values.set(key, { value, byteLength, lastUse: ++this.#uses });
    this.#bytes += byteLength;
    while (this.#bytes > this.#maxBytes) this.drop(this.#leastRecentlyUsed());
  }

  /** So that it is read again when it is wanted next. */
  drop(key: string): void {
    const entry = this.#values.get(key);
    if (!entry) return;
    this.#values.delete(key);
    this.#bytes -= entry.byteLength;
  }

  /** Looks at all, which are few beside what reading one takes. */
  #leastRecentlyUsed(): string {
    let oldest = '';
    let oldestUse = Infinity;
    for (const [key, { lastUse }] of this.#values) {
      if (lastUse >= oldestUse) continue;
      oldest = key;
      oldestUse = lastUse;
    }
    return oldest;
  }
}

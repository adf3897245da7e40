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
  /** Objects as they were when last sorted, the oldest at the end; what was used or dropped since is passed over. */
  #byAge: { readonly key: string; readonly lastUse: number }[] = [];

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

  /** Sorts all once for as many calls as there were objects then: those used since are younger than all in that order. */
  #leastRecentlyUsed(): string {
    for (;;) {
      const oldest = this.#byAge.pop();
      if (!oldest) {
        this.#byAge = Array.from(this.#values, ([key, { lastUse }]) => ({ key, lastUse }));
        this.#byAge.sort((a, b) => b.lastUse - a.lastUse);
      } else if (this.#values.get(oldest.key)?.lastUse === oldest.lastUse) return oldest.key;
    }
  }
}

/**
 * Objects kept in memory across requests, the least recently used dropped first beyond a number of bytes. Holds values
 * only, never promises: a promise made in one request must not be awaited in another.
 */
export class LoadedObjects {
  readonly #values = new Map<string, { readonly value: unknown; readonly byteLength: number }>();
  readonly #maxBytes: number;
  #bytes = 0;

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
    this.#values.delete(key);
    this.#values.set(key, entry);
    return entry.value as T;
  }

  keep(key: string, value: unknown, byteLength: number): void {
    this.#drop(key);
    if (byteLength > this.#maxBytes) return;
    this.#values.set(key, { value, byteLength });
    this.#bytes += byteLength;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#values.get(key);
    if (!entry) return;
    this.#values.delete(key);
    this.#bytes -= entry.byteLength;
  }
}

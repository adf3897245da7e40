import { LRUCache } from 'lru-cache';

/**
 * Objects kept in memory across requests, the least recently used dropped first beyond a number of bytes. Holds values
 * only, never promises: a promise made in one request must not be awaited in another.
 */
export class LoadedObjects {
  readonly #values: LRUCache<string, { readonly value: unknown }>;

  constructor(maxBytes: number) {
    const maxSize = Math.max(1, Math.min(maxBytes, Number.MAX_SAFE_INTEGER));
    this.#values = new LRUCache({ maxSize });
  }

  get bytes(): number {
    return this.#values.calculatedSize;
  }

  /** The value kept under `key`, which must be read as the type it was kept as. */
  get<T>(key: string): T | undefined {
    return this.#values.get(key)?.value as T | undefined;
  }

  /** One that is larger than all may be together is not kept; one of no bytes counts as one. */
  keep(key: string, value: unknown, byteLength: number): void {
    this.#values.set(key, { value }, { size: Math.max(1, byteLength) });
  }

  /** So that it is read again when it is wanted next. */
  drop(key: string): void {
    this.#values.delete(key);
  }
}

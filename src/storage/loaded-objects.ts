import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of decoded objects in memory, shared by requests and bounded in bytes. It stores values, never promises: a
 * Worker must not await in one request a promise made in another.
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

  /** The value cached under `key`; `T` must be the type it was cached as. */
  get<T>(key: string): T | undefined {
    return this.#values.get(key)?.value as T | undefined;
  }

  /** Values larger than the whole cache are not cached; an empty value counts as one byte. */
  keep(key: string, value: unknown, byteLength: number): void {
    this.#values.set(key, { value }, { size: Math.max(1, byteLength) });
  }

  /** Evicts an object, so that the next request reads it again. */
  drop(key: string): void {
    this.#values.delete(key);
  }
}

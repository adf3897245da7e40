import { LRUCache } from 'lru-cache';

/**
 * An LRU cache of decoded objects, shared by requests and bounded in bytes. Stores values, never promises: a Worker must not
 * await in one request a promise of another.
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

  /** `T` must be the type that was cached. */
  get<T>(key: string): T | undefined {
    return this.#values.get(key)?.value as T | undefined;
  }

  /** Values larger than the whole cache are not cached; an empty value counts as one byte. */
  store(key: string, value: unknown, byteLength: number): void {
    this.#values.set(key, { value }, { size: Math.max(1, byteLength) });
  }

  /** Evicts an object. */
  evict(key: string): void {
    this.#values.delete(key);
  }
}

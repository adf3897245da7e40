import { LRUCache } from 'lru-cache';

/** Caches decoded objects in memory by LRU, bounded in bytes. It never stores promises, which requests must not share. */
export class LoadedObjects {
  readonly #values: LRUCache<string, { readonly value: unknown }>;

  constructor(maxBytes: number) {
    const maxSize = Math.max(1, Math.min(maxBytes, Number.MAX_SAFE_INTEGER));
    this.#values = new LRUCache({ maxSize });
  }

  /** `T` must be the type that was stored. */
  get<T>(key: string): T | undefined {
    return this.#values.get(key)?.value as T | undefined;
  }

  store(key: string, value: unknown, byteLength: number): void {
    this.#values.set(key, { value }, { size: Math.max(1, byteLength) });
  }

  evict(key: string): void {
    this.#values.delete(key);
  }
}

/** Caches answers and isochrones of a caller in memory (LRU) and in the Workers cache, so that a repeated question is fast. */
import { CACHED_RESULT_OVERHEAD_BYTES, RESULT_TTL_S } from '../limits.ts';
import type { LoadedObjects } from '../storage/loaded-objects.ts';
import type { CacheAccess } from './cache-access.ts';
import { EdgeCache, type EdgeEntry } from './edge-cache.ts';
import { etagOf } from './result-key.ts';

export type CachedResult = EdgeEntry<string>;

export class ResultCache {
  readonly #memory: LoadedObjects;
  readonly #edge: EdgeCache;
  readonly #access: CacheAccess;

  constructor(memory: LoadedObjects, access: CacheAccess) {
    this.#memory = memory;
    this.#edge = new EdgeCache('results', access, RESULT_TTL_S);
    this.#access = access;
  }

  async find(key: string): Promise<CachedResult | null> {
    const inMemory = this.#memory.get<CachedResult>(key);
    if (inMemory && Date.now() - inMemory.storedAt_ms < RESULT_TTL_S * 1000) return inMemory;
    const found = await this.#edge.find(key);
    if (!found) return null;
    const result = { ...found, body: new TextDecoder().decode(found.body) };
    this.#storeInMemory(key, result);
    return result;
  }

  /** Stores in memory now, and in the Workers cache after the response. */
  store(
    key: string,
    body: string,
    etag: string,
    headers: Readonly<Record<string, string>> = {},
  ): CachedResult {
    const result = { body, etag, storedAt_ms: Date.now(), headers };
    this.#storeInMemory(key, result);
    this.#edge.storeLater(key, result);
    return result;
  }

  storeAfterAnswer(key: string, write: () => string): void {
    this.#access.user.afterAnswer(async () => {
      const body = write();
      this.store(key, body, await etagOf(body));
    });
  }

  #storeInMemory(key: string, result: CachedResult): void {
    this.#memory.store(key, result, CACHED_RESULT_OVERHEAD_BYTES + result.body.length);
  }
}

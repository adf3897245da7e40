/**
 * Results kept in the Workers Cache API, and those used last in memory in front of it: bare bodies, apart from the
 * responses that are sent. Nothing depends on it: a cache that fails, is late or gives back something else counts as
 * empty.
 */
import { RESULT_KEPT_S } from '../limits.ts';
import { answerInTime } from '../storage/answer-in-time.ts';
import type { LoadedObjects } from '../storage/loaded-objects.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';
import { etagOf } from './result-key.ts';

const CACHE_NAME = 'results';
const STORED_AT_HEADER = 'X-Stored-At';

/** A result as it is kept. */
export interface KeptResult {
  /** JSON text. */
  readonly body: string;
  readonly etag: string;
  readonly storedAt_ms: number;
}

export class ResultCache {
  readonly #memory: LoadedObjects;
  readonly #timeout_ms: number;
  readonly #waitUntil: (work: Promise<unknown>) => void;
  readonly #onFailure: (cause: unknown) => void;

  /**
   * @param memory results of the isolate
   * @param timeout_ms how long the cache may take to answer
   * @param waitUntil keeps the request's context alive until a result is stored
   * @param onFailure told why a result could not be found or stored
   */
  constructor(
    memory: LoadedObjects,
    timeout_ms: number,
    waitUntil: (work: Promise<unknown>) => void,
    onFailure: (cause: unknown) => void,
  ) {
    this.#memory = memory;
    this.#timeout_ms = timeout_ms;
    this.#waitUntil = waitUntil;
    this.#onFailure = onFailure;
  }

  /** @param key see `resultKey` */
  async find(key: string): Promise<KeptResult | null> {
    const inMemory = this.#memory.get<KeptResult>(key);
    if (inMemory && Date.now() - inMemory.storedAt_ms < RESULT_KEPT_S * 1000) return inMemory;
    try {
      const found = await answerInTime('cache', this.#timeout_ms, () => readResult(key));
      if (found) this.#remember(key, found);
      return found;
    } catch (cause) {
      this.#onFailure(cause);
      return null;
    }
  }

  /** Keeps a result: in memory at once, in the cache after the response has gone out. */
  keep(key: string, body: string, etag: string): KeptResult {
    const result = { body, etag, storedAt_ms: Date.now() };
    this.#remember(key, result);
    this.#waitUntil(storeResult(key, result).catch(this.#onFailure));
    return result;
  }

  #remember(key: string, result: KeptResult): void {
    this.#memory.keep(key, result, key.length + result.body.length);
  }
}

async function readResult(key: string): Promise<KeptResult | null> {
  const response = await (await caches.open(CACHE_NAME)).match(key);
  const etag = response?.headers.get('ETag');
  if (!response || !etag) return null;
  const body = await response.text();
  if ((await etagOf(body)) !== etag) {
    throw new StorageUnavailable('cache', 'damaged', 'a result was changed');
  }
  return { body, etag, storedAt_ms: Number(response.headers.get(STORED_AT_HEADER)) };
}

async function storeResult(key: string, { body, etag, storedAt_ms }: KeptResult): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': `public, max-age=${RESULT_KEPT_S}`,
    ETag: etag,
    [STORED_AT_HEADER]: String(storedAt_ms),
  };
  await (await caches.open(CACHE_NAME)).put(key, new Response(body, { headers }));
}

/** Workers Cache API as key-value store; failing, late or corrupt entries (by SHA-256) count as missing. */

import { sha256Hex } from '../format/sha256.ts';
import type { Urgency } from '../storage/connections.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';
import type { CacheAccess } from './cache-access.ts';
import { etagOf } from './result-key.ts';

const STORED_AT_HEADER = 'X-Stored-At';
/** Hash of key, time and body. */
const SEAL_HEADER = 'X-Seal';

/** With {@link etagOf} and Unix time of storing. */
export interface EdgeEntry<Body = ArrayBuffer> {
  readonly body: Body;
  readonly etag: string;
  readonly storedAt_ms: number;
}

export class EdgeCache {
  readonly #name: string;
  readonly #access: CacheAccess;

  constructor(name: string, access: CacheAccess) {
    this.#name = name;
    this.#access = access;
  }

  /** @param key a URL on this host that is no route */
  find(key: string, urgency?: Urgency): Promise<EdgeEntry | null> {
    return this.#access.look(
      async () => (await caches.open(this.#name)).match(key),
      (response) => this.#read(key, response),
      urgency,
    );
  }

  storeLater(key: string, entry: EdgeEntry<ArrayBuffer | string>, ttl_s: number): void {
    this.#access.afterAnswer(() => this.store(key, entry, ttl_s));
  }

  store(key: string, entry: EdgeEntry<ArrayBuffer | string>, ttl_s: number): Promise<void> {
    return this.#access.change(() => this.#put(key, entry, ttl_s));
  }

  remove(key: string): Promise<void> {
    return this.#access.change(async () => (await caches.open(this.#name)).delete(key));
  }

  async #read(key: string, response: Response | undefined): Promise<EdgeEntry | null> {
    const seal = response?.headers.get(SEAL_HEADER);
    if (!response || !seal) {
      await response?.body?.cancel();
      return null;
    }
    const body = await response.arrayBuffer();
    const entry = {
      body,
      etag: await etagOf(body),
      storedAt_ms: Number(response.headers.get(STORED_AT_HEADER)),
    };
    if ((await sealOf(key, entry)) !== seal)
      throw new StorageUnavailable('cache', 'damaged', 'an entry was changed, or is another one');
    return entry;
  }

  async #put(key: string, entry: EdgeEntry<ArrayBuffer | string>, ttl_s: number): Promise<void> {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': `public, max-age=${ttl_s}, immutable`,
      [STORED_AT_HEADER]: String(entry.storedAt_ms),
      [SEAL_HEADER]: await sealOf(key, entry),
    };
    await (await caches.open(this.#name)).put(key, new Response(entry.body, { headers }));
  }
}

const sealOf = (key: string, { storedAt_ms, etag }: Omit<EdgeEntry, 'body'>): Promise<string> =>
  sha256Hex(JSON.stringify([key, storedAt_ms, etag]));

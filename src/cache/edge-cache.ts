/** Stores values in the Workers cache by key; late, expired or corrupt entries (by SHA-256) and failures count as a miss. */
import { sha256Hex } from '../format/sha256.ts';
import type { Urgency } from '../storage/connections.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';
import type { CacheAccess } from './cache-access.ts';
import { etagOf } from './result-key.ts';

const STORED_AT_HEADER = 'X-Stored-At';
/** This header has the headers of an answer as JSON. */
const HEADERS_HEADER = 'X-Headers';
/** This header has a hash of key, time, body and headers. */
const SEAL_HEADER = 'X-Seal';

/** An entry has its {@link etagOf} and the Unix time of storing. */
export interface EdgeEntry<Body = ArrayBuffer> {
  readonly body: Body;
  readonly etag: string;
  readonly storedAt_ms: number;
  /** Headers that are sent with the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The tag is computed where it is not known. */
type EntryToStore = Omit<EdgeEntry<ArrayBuffer | string>, 'etag'> & { readonly etag?: string };

export class EdgeCache {
  readonly #name: string;
  readonly #access: CacheAccess;
  readonly #ttl_s: number;

  constructor(name: string, access: CacheAccess, ttl_s: number) {
    this.#name = name;
    this.#access = access;
    this.#ttl_s = ttl_s;
  }

  /** @param key a URL on this host that is no route */
  find(key: string, urgency?: Urgency): Promise<EdgeEntry | null> {
    return this.#access.look(
      async () => (await caches.open(this.#name)).match(key),
      (response) => this.#read(key, response),
      urgency,
    );
  }

  /** Returns the body of an entry, or else what `make` returns, which it stores after the answer unless it is `null`. */
  async bodyOf<Body extends ArrayBuffer | string | null>(
    key: string,
    make: () => Promise<Body>,
  ): Promise<Body | ArrayBuffer> {
    const entry = await this.find(key);
    if (entry) return entry.body;
    const body = await make();
    if (body !== null) this.storeLater(key, { body, storedAt_ms: Date.now() });
    return body;
  }

  storeLater(key: string, entry: EntryToStore): void {
    this.#access.user.afterAnswer(() => this.store(key, entry));
  }

  store(key: string, entry: EntryToStore): Promise<void> {
    return this.#access.change(() => this.#put(key, entry));
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
    const etag = await etagOf(body);
    const storedAt_ms = Number(response.headers.get(STORED_AT_HEADER));
    const headers = response.headers.get(HEADERS_HEADER);
    if ((await sealOf(key, storedAt_ms, etag, headers)) !== seal)
      throw new StorageUnavailable('cache', 'damaged', 'an entry was changed, or is another one');
    const age_ms = Date.now() - storedAt_ms;
    if (age_ms < 0 || age_ms >= this.#ttl_s * 1_000) return null;
    return { body, etag, storedAt_ms, ...(headers !== null && { headers: JSON.parse(headers) }) };
  }

  async #put(key: string, entry: EntryToStore): Promise<void> {
    const { storedAt_ms, etag = await etagOf(entry.body) } = entry;
    const extra = entry.headers ? JSON.stringify(entry.headers) : null;
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': `public, max-age=${this.#ttl_s}, immutable`,
      [STORED_AT_HEADER]: String(storedAt_ms),
      ...(extra !== null && { [HEADERS_HEADER]: extra }),
      [SEAL_HEADER]: await sealOf(key, storedAt_ms, etag, extra),
    };
    await (await caches.open(this.#name)).put(key, new Response(entry.body, { headers }));
  }
}

const sealOf = (key: string, storedAt_ms: number, etag: string, headers: string | null): Promise<string> =>
  sha256Hex(JSON.stringify([key, storedAt_ms, etag, headers]));

/**
 * The Workers Cache API as a store of bodies under keys of our own, apart from the responses that are sent. Nothing
 * depends on it: a cache that fails, is late or gives back something else counts as empty.
 */
import { answerInTime } from '../storage/answer-in-time.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';
import { etagOf } from './result-key.ts';

const STORED_AT_HEADER = 'X-Stored-At';

/** What a cache needs of the request that uses it. */
export interface CacheUser {
  /** How long the cache may take to answer. */
  readonly timeout_ms: number;
  /** Keeps the request's context alive until an entry is stored. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Is given the reason why an entry could not be found or stored. */
  readonly onFailure: (cause: unknown) => void;
}

/** A body, {@link etagOf} it, and when it was stored, in milliseconds since 1970. */
export interface EdgeEntry<Body = ArrayBuffer> {
  readonly body: Body;
  readonly etag: string;
  readonly storedAt_ms: number;
}

export class EdgeCache {
  readonly #name: string;
  readonly #kept_s: number;
  readonly #user: CacheUser;

  /**
   * @param name sets its entries apart from those of other caches
   * @param kept_s how long entries are kept; they never change
   */
  constructor(name: string, kept_s: number, user: CacheUser) {
    this.#name = name;
    this.#kept_s = kept_s;
    this.#user = user;
  }

  /** @param key a URL of this service's host that is no path of it */
  async find(key: string): Promise<EdgeEntry | null> {
    try {
      return await answerInTime('cache', this.#user.timeout_ms, () => this.#read(key));
    } catch (cause) {
      this.#user.onFailure(cause);
      return null;
    }
  }

  /** Stores an entry after the response has gone out. */
  keep(key: string, entry: EdgeEntry<ArrayBuffer | string>): void {
    this.#user.waitUntil(this.#store(key, entry).catch(this.#user.onFailure));
  }

  async #read(key: string): Promise<EdgeEntry | null> {
    const response = await (await caches.open(this.#name)).match(key);
    const etag = response?.headers.get('ETag');
    if (!response || !etag) return null;
    const body = await response.arrayBuffer();
    if ((await etagOf(body)) !== etag)
      throw new StorageUnavailable('cache', 'damaged', 'an entry was changed');
    return { body, etag, storedAt_ms: Number(response.headers.get(STORED_AT_HEADER)) };
  }

  async #store(key: string, { body, etag, storedAt_ms }: EdgeEntry<ArrayBuffer | string>): Promise<void> {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': `public, max-age=${this.#kept_s}, immutable`,
      ETag: etag,
      [STORED_AT_HEADER]: String(storedAt_ms),
    };
    await (await caches.open(this.#name)).put(key, new Response(body, { headers }));
  }
}

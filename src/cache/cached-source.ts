import { MAX_BYTES_STORED_PER_REQUEST, MAX_CACHE_FAILURES, MAX_CACHED_READS } from '../limits.ts';
import type { Connections } from '../storage/connections.ts';
import type { TileSource } from '../storage/tile-source.ts';
import { type CacheUser, EdgeCache, type EdgeEntry } from './edge-cache.ts';
import { etagOf } from './result-key.ts';

interface ReadObject {
  readonly key: string;
  readonly bytes: ArrayBuffer;
  readonly readAt_ms: number;
}

/** How a source's objects lie in the cache. */
export interface CachedObjects {
  /** URL below this service's host, which is no path of it, that the keys of objects are appended to. */
  readonly url: string;
  /** How long an object may be taken from the cache, by its key. */
  readonly keptFor_s: (key: string) => number;
  readonly connections: Connections;
  readonly user: CacheUser;
}

/**
 * The objects of a bucket, for one request, from the cache of the data centre where it has them. What the cache gives is
 * what was stored under that key at that time, or counts as nothing; where it fails, the bucket alone is asked.
 */
export class CachedSource implements TileSource {
  /** The bucket itself: for whoever found an object damaged, as it may have been so when it was stored. */
  readonly anew: TileSource;
  readonly #bucket: TileSource;
  readonly #objects: CachedObjects;
  readonly #edge: EdgeCache;
  #read: ReadObject[] = [];
  #bytes = 0;
  #looks = 0;
  #failures = 0;

  constructor(bucket: TileSource, objects: CachedObjects) {
    const { user } = objects;
    this.#bucket = bucket;
    this.#objects = objects;
    this.#edge = new EdgeCache('objects', {
      ...user,
      onFailure: (cause) => {
        this.#failures++;
        user.onFailure(cause);
      },
    });
    this.anew = { read: (key, asOf) => this.#readBucket(key, asOf) };
  }

  async read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    const entry = await this.#find(key);
    if (!entry) return this.#readBucket(key, asOf);
    asOf?.(entry.storedAt_ms);
    return entry.body;
  }

  /** Stores what was read of the bucket, one object after the other: once the answer is given, so that nobody waits. */
  async store(): Promise<void> {
    const read = this.#read;
    this.#read = [];
    for (const { key, bytes, readAt_ms } of read) {
      if (this.#failures >= MAX_CACHE_FAILURES) return;
      const entry = { body: bytes, etag: await etagOf(bytes), storedAt_ms: readAt_ms };
      await this.#edge.store(this.#objects.url + key, entry, this.#objects.keptFor_s(key));
    }
  }

  async #readBucket(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    const readAt_ms = Date.now();
    const bytes = await this.#bucket.read(key);
    asOf?.(readAt_ms);
    if (bytes && this.#bytes + bytes.byteLength <= MAX_BYTES_STORED_PER_REQUEST) {
      this.#bytes += bytes.byteLength;
      this.#read.push({ key, bytes, readAt_ms });
    }
    return bytes;
  }

  async #find(key: string): Promise<EdgeEntry | null> {
    const { url, keptFor_s, connections } = this.#objects;
    if (this.#failures >= MAX_CACHE_FAILURES || ++this.#looks > MAX_CACHED_READS) return null;
    const entry = await connections.use(() => this.#edge.find(url + key));
    if (!entry) return null;
    const age_ms = Date.now() - entry.storedAt_ms;
    return age_ms >= 0 && age_ms < keptFor_s(key) * 1_000 ? entry : null;
  }
}

import type { TileSource } from '../storage/tile-source.ts';
import type { CacheAccess } from './cache-access.ts';
import type { HeldBytes } from './cache-state.ts';
import { EdgeCache, type EdgeEntry } from './edge-cache.ts';
import { etagOf } from './result-key.ts';

interface ReadObject {
  readonly key: string;
  readonly bytes: ArrayBuffer;
  readonly readAt_ms: number;
  readonly held: HeldBytes;
}

/** How a source's objects lie in the cache. */
export interface CachedObjects {
  /** URL below this service's host, which is no path of it, that the keys of objects are appended to. */
  readonly url: string;
  /** How long an object may be taken from the cache, by its key. */
  readonly keptFor_s: (key: string) => number;
  readonly access: CacheAccess;
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
  /** Keys of what may be damaged in the cache and cannot be stored again. */
  readonly #outdated = new Set<string>();
  #isStored = false;

  constructor(bucket: TileSource, objects: CachedObjects) {
    this.#bucket = bucket;
    this.#objects = objects;
    this.#edge = new EdgeCache('objects', objects.access);
    this.anew = {
      read: (key, asOf) => {
        this.#outdated.add(key);
        return this.#readBucket(key, asOf);
      },
    };
  }

  async read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    const entry = await this.#find(key);
    if (!entry) return this.#readBucket(key, asOf);
    asOf?.(entry.storedAt_ms);
    return entry.body;
  }

  /** Stores what was read of the bucket, one object after the other: once the answer is given, so that nobody waits. */
  async store(): Promise<void> {
    this.#isStored = true;
    const { url, keptFor_s, access } = this.#objects;
    const read = this.#read;
    this.#read = [];
    for (const { key, bytes, readAt_ms, held } of read) {
      this.#outdated.delete(key);
      const entry = { body: bytes, etag: await etagOf(bytes), storedAt_ms: readAt_ms };
      await this.#edge.store(url + key, entry, keptFor_s(key));
      access.state.release(held);
    }
    for (const key of this.#outdated) await this.#edge.remove(url + key);
  }

  async #readBucket(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    const readAt_ms = Date.now();
    const bytes = await this.#bucket.read(key);
    asOf?.(readAt_ms);
    const held = bytes && !this.#isStored && this.#objects.access.state.hold(bytes.byteLength, Date.now());
    if (bytes && held) this.#read.push({ key, bytes, readAt_ms, held });
    return bytes;
  }

  async #find(key: string): Promise<EdgeEntry | null> {
    const { url, keptFor_s } = this.#objects;
    const entry = await this.#edge.find(url + key);
    if (!entry) return null;
    const age_ms = Date.now() - entry.storedAt_ms;
    return age_ms >= 0 && age_ms < keptFor_s(key) * 1_000 ? entry : null;
  }
}

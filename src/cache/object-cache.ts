import type { Urgency } from '../storage/connections.ts';
import type { CacheOfObjects } from '../storage/object-store.ts';
import type { CacheAccess } from './cache-access.ts';
import type { ByteReservation } from './cache-state.ts';
import { EdgeCache, type EdgeEntry } from './edge-cache.ts';
import { etagOf } from './result-key.ts';

interface ReadObject {
  readonly key: string;
  readonly bytes: ArrayBuffer;
  readonly readAt_ms: number;
  readonly reserved: ByteReservation;
}

/** How a bucket's objects lie in the cache. */
export interface CachedObjects {
  /** URL below this service's host, which is no path of it, that the keys of objects are appended to. */
  readonly url: string;
  /** How long an object may be taken from the cache, by its key. */
  readonly keptFor_s: (key: string) => number;
  readonly access: CacheAccess;
}

/**
 * The objects of a bucket in the cache of the data centre, for one request: those that it finds there, and those that it
 * read and stores there after its answer.
 */
export class ObjectCache implements CacheOfObjects {
  readonly #objects: CachedObjects;
  readonly #edge: EdgeCache;
  #toStore: ReadObject[] = [];
  /** Keys of what may be damaged in the cache and cannot be stored again. */
  readonly #outdated = new Set<string>();
  #isStored = false;

  constructor(objects: CachedObjects) {
    this.#objects = objects;
    this.#edge = new EdgeCache('objects', objects.access);
  }

  async find(key: string, urgency?: Urgency): Promise<EdgeEntry | null> {
    const { url, keptFor_s } = this.#objects;
    const entry = await this.#edge.find(url + key, urgency);
    if (!entry) return null;
    const age_ms = Date.now() - entry.storedAt_ms;
    return age_ms >= 0 && age_ms < keptFor_s(key) * 1_000 ? entry : null;
  }

  /** Stores an object after the answer, if the isolate has room for its bytes until then. */
  storeLater(key: string, bytes: ArrayBuffer, readAt_ms: number): void {
    const { state } = this.#objects.access;
    const reserved = this.#isStored ? null : state.reserve(bytes.byteLength, Date.now());
    if (reserved) this.#toStore.push({ key, bytes, readAt_ms, reserved });
  }

  outdate(key: string): void {
    this.#outdated.add(key);
  }

  /** Does what is left to do after the answer, one object after the other. */
  async store(): Promise<void> {
    this.#isStored = true;
    const { url, keptFor_s, access } = this.#objects;
    const toStore = this.#toStore;
    this.#toStore = [];
    for (const { key, bytes, readAt_ms, reserved } of toStore) {
      this.#outdated.delete(key);
      const entry = { body: bytes, etag: await etagOf(bytes), storedAt_ms: readAt_ms };
      await this.#edge.store(url + key, entry, keptFor_s(key));
      access.state.release(reserved);
    }
    for (const key of this.#outdated) await this.#edge.remove(url + key);
  }
}

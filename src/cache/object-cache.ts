/** Caches objects of a bucket in the Workers cache of a data centre. */
import { DOCUMENT_KEPT_S, OBJECT_KEPT_S } from '../limits.ts';
import type { Urgency } from '../storage/connections.ts';
import type { CachedObject, CacheOfObjects } from '../storage/object-store.ts';
import type { CacheAccess } from './cache-access.ts';
import type { ByteReservation } from './cache-state.ts';
import { EdgeCache } from './edge-cache.ts';
import { etagOf } from './result-key.ts';

const NAME = 'objects';

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
  /**
   * Whether an object is replaced under its key: of such a document the age counts. All others never change, and are
   * checked against their name and checksum where they are opened.
   */
  readonly isDocument: (key: string) => boolean;
  readonly access: CacheAccess;
}

/**
 * The objects of a bucket in the cache of the data centre, for one request: those that it finds there, and those that it
 * read and stores there after its answer.
 */
export class ObjectCache implements CacheOfObjects {
  readonly #objects: CachedObjects;
  readonly #documents: EdgeCache;
  #toStore: ReadObject[] = [];
  /** Keys of what may be damaged in the cache and cannot be stored again. */
  readonly #outdated = new Set<string>();
  #isStored = false;

  constructor(objects: CachedObjects) {
    this.#objects = objects;
    this.#documents = new EdgeCache(NAME, objects.access);
  }

  async find(key: string, urgency?: Urgency): Promise<CachedObject | null> {
    const { url, isDocument, access } = this.#objects;
    if (!isDocument(key)) {
      return access.look(
        async () => (await caches.open(NAME)).match(url + key),
        async (response) => (response ? { bytes: await response.arrayBuffer() } : null),
        urgency,
      );
    }
    const entry = await this.#documents.find(url + key, urgency);
    if (!entry) return null;
    const { body, storedAt_ms } = entry;
    const age_ms = Date.now() - storedAt_ms;
    return age_ms >= 0 && age_ms < DOCUMENT_KEPT_S * 1_000 ? { bytes: body, readAt_ms: storedAt_ms } : null;
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
    const { url, isDocument, access } = this.#objects;
    const toStore = this.#toStore;
    this.#toStore = [];
    for (const { key, bytes, readAt_ms, reserved } of toStore) {
      this.#outdated.delete(key);
      if (isDocument(key)) {
        const entry = { body: bytes, etag: await etagOf(bytes), storedAt_ms: readAt_ms };
        await this.#documents.store(url + key, entry, DOCUMENT_KEPT_S);
      } else {
        await access.change(async () => (await caches.open(NAME)).put(url + key, responseOf(bytes)));
      }
      access.state.release(reserved);
    }
    for (const key of this.#outdated) await this.#documents.remove(url + key);
  }
}

const responseOf = (bytes: ArrayBuffer): Response =>
  new Response(bytes, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': `public, max-age=${OBJECT_KEPT_S}, immutable`,
    },
  });

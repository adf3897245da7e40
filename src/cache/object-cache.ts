/**
 * Caches bucket objects in the Workers cache: immutable ones as they are, mutable ones with a hash and an age. It writes and
 * deletes after the response.
 */
import { DOCUMENT_TTL_S, OBJECT_TTL_S } from '../limits.ts';
import type { Urgency } from '../storage/connections.ts';
import type { CachedObject, CacheOfObjects } from '../storage/object-store.ts';
import type { CacheAccess } from './cache-access.ts';
import type { ByteReservation } from './cache-state.ts';
import { EdgeCache } from './edge-cache.ts';

const NAME = 'objects';

interface ReadObject {
  readonly key: string;
  readonly bytes: ArrayBuffer;
  readonly readAt_ms: number;
  readonly reserved: ByteReservation;
}

export interface CachedObjects {
  /** Keys begin with this URL on the own host, which is no route. */
  readonly url: string;
  /** Tells mutable objects, which expire by age; others are verified by checksum. */
  readonly isDocument: (key: string) => boolean;
  readonly access: CacheAccess;
}

export class ObjectCache implements CacheOfObjects {
  readonly #objects: CachedObjects;
  readonly #documents: EdgeCache;
  #toStore: ReadObject[] = [];
  readonly #invalid = new Set<string>();
  #isStored = false;

  constructor(objects: CachedObjects) {
    this.#objects = objects;
    this.#documents = new EdgeCache(NAME, objects.access, DOCUMENT_TTL_S);
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
    return entry && { bytes: entry.body, readAt_ms: entry.storedAt_ms };
  }

  /** Stores nothing where too many bytes wait in the isolate. */
  storeLater(key: string, bytes: ArrayBuffer, readAt_ms: number): void {
    const { state } = this.#objects.access.user;
    const reserved = this.#isStored ? null : state.reserve(bytes.byteLength, Date.now());
    if (reserved) this.#toStore.push({ key, bytes, readAt_ms, reserved });
  }

  invalidate(key: string): void {
    this.#invalid.add(key);
  }

  async store(): Promise<void> {
    this.#isStored = true;
    const { url, isDocument, access } = this.#objects;
    const toStore = this.#toStore;
    this.#toStore = [];
    for (const { key, bytes, readAt_ms, reserved } of toStore) {
      this.#invalid.delete(key);
      if (isDocument(key)) {
        await this.#documents.store(url + key, { body: bytes, storedAt_ms: readAt_ms });
      } else {
        await access.change(async () => (await caches.open(NAME)).put(url + key, responseOf(bytes)));
      }
      access.user.state.release(reserved);
    }
    for (const key of this.#invalid) await this.#documents.remove(url + key);
  }
}

const responseOf = (bytes: ArrayBuffer): Response =>
  new Response(bytes, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': `public, max-age=${OBJECT_TTL_S}, immutable`,
    },
  });

/** Reads objects for one request from the data centre's cache or else from R2, with prefetching and retries. */
import { partOf } from '../format/object-keys.ts';
import type { ByteRange } from '../format/pack.ts';
import {
  MAX_PENDING_READS,
  MAX_PREFETCHED_BYTES,
  MAX_PREFETCHES,
  READ_TRIES,
  type Timeouts,
} from '../limits.ts';
import { Connections, type Urgency } from './connections.ts';
import { type StoragePart, StorageUnavailable, type TileSource } from './tile-source.ts';

interface Prefetch extends Urgency {
  readonly reading: Promise<ArrayBuffer | null>;
}

export interface CachedObject {
  readonly bytes: ArrayBuffer;
  /** Mutable objects have the Unix time of their read. */
  readonly readAt_ms?: number;
}

export interface CacheOfObjects {
  find(key: string, urgency?: Urgency): Promise<CachedObject | null>;
  storeLater(key: string, bytes: ArrayBuffer, readAt_ms: number): void;
  invalidate(key: string): void;
}

export interface ObjectStoreOptions {
  readonly part?: (key: string) => StoragePart;
  readonly connections?: Connections;
  readonly cache?: CacheOfObjects;
}

/** Retries failed or late reads while time is left. */
export class ObjectStore implements TileSource {
  readonly withoutCache: TileSource;
  readonly #bucket: R2Bucket;
  readonly #timeouts: Timeouts;
  readonly #partOf: (key: string) => StoragePart;
  readonly #connections: Connections;
  readonly #cache: CacheOfObjects | undefined;
  readonly #startedAt_ms = Date.now();
  readonly #waiting = new Set<string>();
  readonly #prefetched = new Map<string, Prefetch>();
  #onAbsent: ((key: string) => void) | undefined;
  #prefetches = 0;
  #pending = 0;
  #unclaimedBytes = 0;

  constructor(bucket: R2Bucket, timeouts: Timeouts, options: ObjectStoreOptions = {}) {
    this.#bucket = bucket;
    this.#timeouts = timeouts;
    this.#partOf = options.part ?? partOf;
    this.#connections = options.connections ?? new Connections();
    this.#cache = options.cache;
    this.withoutCache = {
      read: (key, asOf) => {
        this.#cache?.invalidate(key);
        return this.#readAndStore(key, asOf);
      },
    };
  }

  async read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    this.#waiting.delete(key);
    const prefetch = this.#prefetched.get(key);
    if (!prefetch) return this.#read(key, asOf);
    prefetch.isUrgent = true;
    try {
      const bytes = await prefetch.reading;
      if (this.#prefetched.delete(key)) this.#unclaimedBytes -= bytes?.byteLength ?? 0;
      this.#prefetchNext();
      return bytes;
    } catch {
      return this.#read(key, asOf);
    }
  }

  /** Reads a range, which a short object ends early. */
  readRange(key: string, range: ByteRange): Promise<ArrayBuffer | null> {
    return this.#readBucket(key, { range: { offset: range.offset_bytes, length: range.size_bytes } });
  }

  /** Prefetches objects in order, as far as connections and limits allow. */
  prefetch(keys: Iterable<string>, onAbsent?: (key: string) => void): void {
    this.#onAbsent = onAbsent;
    for (const key of keys) if (!this.#prefetched.has(key)) this.#waiting.add(key);
    this.#prefetchNext();
  }

  #prefetchNext(): void {
    for (const key of this.#waiting) {
      if (this.#pending === MAX_PENDING_READS) return;
      if (this.#prefetches === MAX_PREFETCHES || this.#unclaimedBytes > MAX_PREFETCHED_BYTES) return;
      this.#waiting.delete(key);
      this.#prefetches++;
      this.#pending++;
      const urgency = { isUrgent: false };
      const reading = this.#read(key, undefined, urgency);
      this.#prefetched.set(key, Object.assign(urgency, { reading }));
      reading
        .then(
          (bytes) => {
            if (bytes === null) this.#onAbsent?.(key);
            if (this.#prefetched.has(key)) this.#unclaimedBytes += bytes?.byteLength ?? 0;
          },
          () => this.#prefetched.delete(key),
        )
        .finally(() => {
          this.#pending--;
          this.#prefetchNext();
        });
    }
  }

  async #read(
    key: string,
    asOf?: (readAt_ms: number) => void,
    urgency?: Urgency,
  ): Promise<ArrayBuffer | null> {
    const cached = await this.#cache?.find(key, urgency);
    if (!cached) return this.#readAndStore(key, asOf, urgency);
    if (cached.readAt_ms !== undefined) asOf?.(cached.readAt_ms);
    return cached.bytes;
  }

  async #readAndStore(
    key: string,
    asOf?: (readAt_ms: number) => void,
    urgency?: Urgency,
  ): Promise<ArrayBuffer | null> {
    const readAt_ms = Date.now();
    const bytes = await this.#readBucket(key, undefined, urgency);
    asOf?.(readAt_ms);
    if (bytes) this.#cache?.storeLater(key, bytes, readAt_ms);
    return bytes;
  }

  async #readBucket(key: string, options?: R2GetOptions, urgency?: Urgency): Promise<ArrayBuffer | null> {
    const { read_ms, reads_ms } = this.#timeouts;
    const part = this.#partOf(key);
    for (let tries = 1; ; tries++) {
      const left_ms = this.#startedAt_ms + reads_ms - Date.now();
      if (left_ms <= 0) throw new StorageUnavailable(part, 'late', `the request has read for ${reads_ms} ms`);
      try {
        return await this.#connections.call(
          part,
          Math.min(read_ms, left_ms),
          () => this.#bucket.get(key, options).catch(emptyBeyondEnd),
          (object) => object?.arrayBuffer() ?? null,
          urgency,
        );
      } catch (cause) {
        if (tries === READ_TRIES) throw cause;
      }
    }
  }
}

/** R2 answers with this error where a range begins beyond the end. */
const BEYOND_END = /\(10039\)/;

function emptyBeyondEnd(cause: unknown): Pick<R2ObjectBody, 'arrayBuffer'> {
  if (cause instanceof Error && BEYOND_END.test(cause.message))
    return { arrayBuffer: async () => new ArrayBuffer(0) };
  throw cause;
}

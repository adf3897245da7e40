import type { ObjectPart } from '../format/envelope.ts';

/** A source of objects: R2 in the Worker, a folder in the builder, memory in tests. */
export interface TileSource {
  /**
   * @returns its bytes, or `null` if it does not exist
   * @param asOf called with the time of the read from storage, in milliseconds since 1970, by sources that cache
   * @throws StorageUnavailable where storage fails or times out
   */
  read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null>;
  /** The same objects, past any cache. */
  readonly withoutCache?: TileSource;
  /**
   * Starts reads, in order; sources on disk or in memory need not.
   * @param onAbsent called with the key of a nonexistent object
   */
  prefetch?(keys: Iterable<string>, onAbsent?: (key: string) => void): void;
}

export interface ByteRange {
  /** From the start of the object. */
  readonly offset_bytes: number;
  readonly size_bytes: number;
}

/** What can fail: an object of the bucket, or another part of the platform. */
export type StoragePart = ObjectPart | 'object' | 'keys' | 'rate limit' | 'cache';

export type StorageFault = 'late' | 'failed' | 'missing' | 'damaged';

/** Storage failed or timed out. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly part: StoragePart;
  readonly fault: StorageFault;

  /** @param found details for people at a terminal: not for a log */
  constructor(part: StoragePart, fault: StorageFault, found: string, options?: ErrorOptions) {
    super(`${part} ${fault}: ${found}`, options);
    this.part = part;
    this.fault = fault;
  }
}

export class MemoryTileSource implements TileSource {
  readonly objects: Map<string, Uint8Array>;

  constructor(objects: Map<string, Uint8Array> = new Map()) {
    this.objects = objects;
  }

  async read(key: string): Promise<ArrayBuffer | null> {
    const bytes = this.objects.get(key);
    return bytes ? new Uint8Array(bytes).buffer : null;
  }
}

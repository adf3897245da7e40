import type { ObjectPart } from '../format/envelope.ts';

/** Where objects come from: R2 in the Worker, a folder in the builder, memory in tests. */
export interface TileSource {
  /**
   * Reads a whole object.
   * @returns its bytes, or `null` where there is no such object
   * @param asOf called with the time at which the bytes were read of storage itself, in milliseconds since 1970, where a source keeps them
   * @throws StorageUnavailable where storage fails or does not answer
   */
  read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null>;
  /** The same objects, not from any cache. */
  readonly withoutCache?: TileSource;
  /**
   * Starts to read objects that will be asked for, the first first; a source on a disk or in memory need not.
   * @param onAbsent called with the key of an object that does not exist
   */
  prefetch?(keys: Iterable<string>, onAbsent?: (key: string) => void): void;
}

/** Some bytes of an object. */
export interface ByteRange {
  /** From the start of the object. */
  readonly offset_bytes: number;
  readonly size_bytes: number;
}

/** What can fail to answer: an object of the bucket, or another part of the platform. */
export type StoragePart = ObjectPart | 'object' | 'keys' | 'rate limit' | 'cache';

export type StorageFault = 'late' | 'failed' | 'missing' | 'damaged';

/** Storage failed or did not answer in time. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly part: StoragePart;
  readonly fault: StorageFault;

  /** @param found what happened in detail, for people at a terminal: not for a log */
  constructor(part: StoragePart, fault: StorageFault, found: string, options?: ErrorOptions) {
    super(`${part} ${fault}: ${found}`, options);
    this.part = part;
    this.fault = fault;
  }
}

/** Objects in memory. */
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

import type { ObjectPart } from '../format/envelope.ts';

/** Interface of the object storage that tiles are read from (R2, a folder or memory), and its failures. */
export interface TileSource {
  /**
   * @returns `null` if nonexistent
   * @param asOf called with the read time, Unix ms, if cached
   * @throws StorageUnavailable
   */
  read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null>;
  /** This source bypasses caches. */
  readonly withoutCache?: TileSource;
  /**
   * Starts to read as far as limits allow.
   * @param onAbsent called for nonexistent objects
   */
  prefetch?(keys: Iterable<string>, onAbsent?: (key: string) => void): void;
}

export type StoragePart = ObjectPart | 'object' | 'keys' | 'rate limit' | 'cache';

export type StorageFault = 'late' | 'failed' | 'missing' | 'damaged';

/** All reads throw this where storage failed or timed out. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly part: StoragePart;
  readonly fault: StorageFault;

  /** @param found not for logs */
  constructor(part: StoragePart, fault: StorageFault, found: string, options?: ErrorOptions) {
    super(`${part} ${fault}: ${found}`, options);
    this.part = part;
    this.fault = fault;
  }
}

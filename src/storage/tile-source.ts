/** Where objects come from: R2 in the Worker, a folder in the builder, memory in tests. */
export interface TileSource {
  /**
   * Reads a whole object.
   * @returns its bytes, or `null` where there is no such object
   * @throws StorageUnavailable where storage fails or does not answer
   */
  read(key: string): Promise<ArrayBuffer | null>;
}

/** Storage failed or did not answer in time. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
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

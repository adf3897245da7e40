import type { TileSource } from '../../../src/storage/tile-source.ts';

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

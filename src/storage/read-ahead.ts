import { MAX_BYTES_AHEAD, MAX_READS_AHEAD } from '../limits.ts';
import type { TileSource } from './tile-source.ts';

/**
 * Begins reads before they are asked for, so that they overlap with what has to come first. No answer depends on it: an
 * object that nobody asks for is left, one that was not begun is read when it is wanted.
 */
export class ReadAhead implements TileSource {
  readonly #source: TileSource;
  readonly #begun = new Map<string, Promise<ArrayBuffer | null>>();
  #reads = 0;
  /** Of objects that have arrived and that nobody has asked for yet. */
  #bytes = 0;

  constructor(source: TileSource) {
    this.#source = source;
  }

  /** Begins to read objects, the first first, as far as the bounds of a request allow. */
  begin(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#begun.has(key)) continue;
      if (this.#reads === MAX_READS_AHEAD || this.#bytes > MAX_BYTES_AHEAD) return;
      this.#reads++;
      const reading = this.#source.read(key);
      this.#begun.set(key, reading);
      reading.then(
        (bytes) => {
          if (this.#begun.has(key)) this.#bytes += bytes?.byteLength ?? 0;
        },
        // Whoever asks for the object learns of it.
        () => {},
      );
    }
  }

  get anew(): TileSource {
    return this.#source.anew ?? this.#source;
  }

  async read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    const begun = this.#begun.get(key);
    if (!begun) return this.#source.read(key, asOf);
    const bytes = await begun;
    if (this.#begun.delete(key)) this.#bytes -= bytes?.byteLength ?? 0;
    return bytes;
  }
}

import { MAX_BYTES_AHEAD, MAX_READS_AHEAD, MAX_READS_AT_ONCE } from '../limits.ts';
import type { TileSource } from './tile-source.ts';

/**
 * Begins reads before they are asked for, so that they overlap with what has to come first. No answer depends on it: an
 * object that nobody asks for is left, one that was not begun or has failed is read when it is wanted. No more are under way
 * than there are connections, so that what is asked for waits for one read ahead at most.
 */
export class ReadAhead implements TileSource {
  readonly #source: TileSource;
  readonly #begun = new Map<string, Promise<ArrayBuffer | null>>();
  /** Keys whose reads are to begin, the most urgent first. */
  readonly #waiting = new Set<string>();
  #reads = 0;
  #underWay = 0;
  /** Of objects that have arrived and that nobody has asked for yet. */
  #bytes = 0;

  constructor(source: TileSource) {
    this.#source = source;
  }

  /** Begins to read objects, the first first, as far as the bounds of a request allow. */
  begin(keys: Iterable<string>): void {
    for (const key of keys) if (!this.#begun.has(key)) this.#waiting.add(key);
    this.#beginNext();
  }

  get anew(): TileSource {
    return this.#source.anew ?? this.#source;
  }

  async read(key: string, asOf?: (readAt_ms: number) => void): Promise<ArrayBuffer | null> {
    this.#waiting.delete(key);
    const begun = this.#begun.get(key);
    if (!begun) return this.#source.read(key, asOf);
    let bytes: ArrayBuffer | null;
    try {
      bytes = await begun;
    } catch {
      // A read that nobody had asked for yet may have failed for being one of many.
      return this.#source.read(key, asOf);
    }
    if (this.#begun.delete(key)) this.#bytes -= bytes?.byteLength ?? 0;
    this.#beginNext();
    return bytes;
  }

  #beginNext(): void {
    for (const key of this.#waiting) {
      if (this.#underWay === MAX_READS_AT_ONCE) return;
      if (this.#reads === MAX_READS_AHEAD || this.#bytes > MAX_BYTES_AHEAD) return;
      this.#waiting.delete(key);
      this.#reads++;
      this.#underWay++;
      const reading = this.#source.read(key);
      this.#begun.set(key, reading);
      reading
        .then(
          (bytes) => {
            if (this.#begun.has(key)) this.#bytes += bytes?.byteLength ?? 0;
          },
          () => this.#begun.delete(key),
        )
        .finally(() => {
          this.#underWay--;
          this.#beginNext();
        });
    }
  }
}

/** What one request reads of its dataset: objects out of memory or of storage, within what one request may read. */
import { MAX_BYTES_PER_REQUEST, MAX_READS_AT_ONCE, MAX_READS_PER_REQUEST } from '../limits.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { TileSource } from './tile-source.ts';

/** What reading cost a request. */
export interface ReadWork {
  tiles: number;
  objects: number;
  /** Serial rounds of reads: each waits for the one before. */
  rounds: number;
  bytes: number;
}

/** A request needs more data than one request may read. */
export class TooMuchToRead extends Error {
  override readonly name = 'TooMuchToRead';
}

/** An object, and what makes of its bytes what is kept in memory. */
export interface WantedObject<Value> {
  readonly key: string;
  readonly open: (bytes: Uint8Array) => Value;
}

/** The reads of one request, counted. */
export class RequestReads {
  readonly work: ReadWork = { tiles: 0, objects: 0, rounds: 0, bytes: 0 };
  readonly #source: TileSource;
  readonly #loaded: LoadedObjects;
  /** Keys of the objects that this request asked for. */
  readonly #used: string[] = [];
  /** Then what is still being read is kept no more. */
  #isDropped = false;

  constructor(source: TileSource, loaded: LoadedObjects) {
    this.#source = source;
    this.#loaded = loaded;
  }

  /**
   * From memory where they are kept, the others in one round of reads.
   * @returns in the order of `wanted`, undefined for objects that do not exist
   */
  async load<Value>(wanted: readonly WantedObject<Value>[]): Promise<(Value | undefined)[]> {
    const values = this.inMemory(wanted);
    const missing = [...wanted.keys()].filter((i) => values[i] === undefined);
    if (missing.length === 0) return values;
    this.work.rounds += Math.ceil(missing.length / MAX_READS_AT_ONCE);
    this.work.objects += missing.length;
    if (this.work.objects > MAX_READS_PER_REQUEST) {
      throw new TooMuchToRead(`more than ${MAX_READS_PER_REQUEST} objects`);
    }
    const queue = missing.values();
    const readNext = async (): Promise<void> => {
      for (const i of queue) {
        const { key, open } = wanted[i];
        const bytes = await this.#source.read(key);
        if (this.#isDropped) return;
        if (!bytes) continue;
        const value = open(new Uint8Array(bytes));
        this.work.bytes += bytes.byteLength;
        if (this.work.bytes > MAX_BYTES_PER_REQUEST) {
          throw new TooMuchToRead(`more than ${MAX_BYTES_PER_REQUEST} bytes`);
        }
        this.#loaded.keep(key, value, bytes.byteLength);
        values[i] = value;
      }
    };
    await Promise.all(Array.from({ length: MAX_READS_AT_ONCE }, readNext));
    return values;
  }

  /** @returns in the order of `wanted`, undefined for what is not in memory */
  inMemory<Value>(wanted: readonly WantedObject<Value>[]): (Value | undefined)[] {
    return wanted.map(({ key }) => this.kept<Value>(key));
  }

  /** What is in memory under a key, which this request uses. */
  kept<Value>(key: string): Value | undefined {
    this.#used.push(key);
    return this.#loaded.get<Value>(key);
  }

  /** Keeps in memory what was made of an object that was read, for this request and others. */
  keep(key: string, value: unknown, bytes: number): void {
    this.#loaded.keep(key, value, bytes);
  }

  /** Prefetches those objects that are not in memory, where the source can. */
  prefetch(keys: readonly string[]): void {
    this.#source.prefetch?.(keys.filter((key) => this.#loaded.get(key) === undefined));
  }

  /**
   * Drops the objects that this request used from memory, so that they are read again: one of them is damaged, which
   * may show only where a tile is opened or held against another one.
   */
  drop(): void {
    this.#isDropped = true;
    for (const key of this.#used) this.#loaded.drop(key);
  }
}

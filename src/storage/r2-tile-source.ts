import { partOf } from '../format/object-keys.ts';
import { READ_TRIES, type Timeouts } from '../limits.ts';
import { Connections } from './connections.ts';
import { type ByteRange, type StoragePart, StorageUnavailable, type TileSource } from './tile-source.ts';

/** Objects in an R2 bucket, for one request. A read that fails or is late is tried again while the request has time left. */
export class R2TileSource implements TileSource {
  readonly #bucket: R2Bucket;
  readonly #timeouts: Timeouts;
  readonly #partOf: (key: string) => StoragePart;
  readonly #connections: Connections;
  readonly #startedAt_ms = Date.now();

  /**
   * @param part what an object is that cannot be read, by its key: a failure is logged by it
   * @param connections those of the request, where it reads from elsewhere too
   */
  constructor(
    bucket: R2Bucket,
    timeouts: Timeouts,
    part: (key: string) => StoragePart = partOf,
    connections = new Connections(),
  ) {
    this.#bucket = bucket;
    this.#timeouts = timeouts;
    this.#partOf = part;
    this.#connections = connections;
  }

  read(key: string): Promise<ArrayBuffer | null> {
    return this.#read(key);
  }

  /**
   * Reads a part of an object; the end of a short object ends it.
   * @returns as `read`
   * @throws StorageUnavailable as `read`
   */
  readRange(key: string, range: ByteRange): Promise<ArrayBuffer | null> {
    return this.#read(key, range);
  }

  async #read(key: string, range?: ByteRange): Promise<ArrayBuffer | null> {
    const options = range && { range: { offset: range.offset_bytes, length: range.size_bytes } };
    const { read_ms, reads_ms } = this.#timeouts;
    const part = this.#partOf(key);
    for (let tries = 1; ; tries++) {
      const left_ms = this.#startedAt_ms + reads_ms - Date.now();
      if (left_ms <= 0) throw new StorageUnavailable(part, 'late', `the request has read for ${reads_ms} ms`);
      try {
        return await this.#connections.ask(part, Math.min(read_ms, left_ms), async () => {
          const object = await this.#bucket.get(key, options).catch(emptyBeyondEnd);
          return object === null ? null : object.arrayBuffer();
        });
      } catch (cause) {
        if (tries === READ_TRIES) throw cause;
      }
    }
  }
}

/** R2's error where an object ends before a range begins. */
const BEYOND_END = /\(10039\)/;

function emptyBeyondEnd(cause: unknown): Pick<R2ObjectBody, 'arrayBuffer'> {
  if (cause instanceof Error && BEYOND_END.test(cause.message))
    return { arrayBuffer: async () => new ArrayBuffer(0) };
  throw cause;
}

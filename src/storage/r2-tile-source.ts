import { READ_TIMEOUT_MS } from '../limits.ts';
import { answerInTime } from './answer-in-time.ts';
import type { TileSource } from './tile-source.ts';

/** Objects in an R2 bucket. */
export class R2TileSource implements TileSource {
  readonly #bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  read(key: string): Promise<ArrayBuffer | null> {
    return answerInTime(key, READ_TIMEOUT_MS, async () => {
      const object = await this.#bucket.get(key);
      return object === null ? null : object.arrayBuffer();
    });
  }
}

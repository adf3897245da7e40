import { MAX_CACHE_CALLS_AT_ONCE, MAX_READS_AT_ONCE } from '../limits.ts';
import { answerInTime } from './answer-in-time.ts';
import type { StoragePart } from './tile-source.ts';

/** Whoever waits for a connection. */
interface Waiting {
  readonly ofCache: boolean;
  readonly connect: () => void;
}

/**
 * The connections of one request: whatever it asks of the platform waits, in order, until one is free. The cache takes some
 * of them at most, so that one that hangs leaves the others to the buckets.
 */
export class Connections {
  #free = MAX_READS_AT_ONCE;
  #freeForCache = MAX_CACHE_CALLS_AT_ONCE;
  readonly #waiting: Waiting[] = [];

  /**
   * Asks a part of the platform. A question that is given up keeps its connection until the platform answers.
   * @param limit_ms how long to wait for a connection, and then how long for the answer
   * @throws StorageUnavailable where either is not there in time, or what is asked fails
   */
  async ask<T>(part: StoragePart, limit_ms: number, ask: () => Promise<T>): Promise<T> {
    const ofCache = part === 'cache';
    if (this.#mayConnect(ofCache)) this.#connect(ofCache);
    else await this.#wait(part, limit_ms);
    return answerInTime(part, limit_ms, async () => {
      try {
        return await ask();
      } finally {
        this.#disconnect(ofCache);
      }
    });
  }

  async #wait(part: StoragePart, limit_ms: number): Promise<void> {
    const ofCache = part === 'cache';
    let isConnected = false;
    let connect = (): void => {};
    const connected = new Promise<void>((done) => {
      connect = () => {
        isConnected = true;
        done();
      };
    });
    const waiting = { ofCache, connect };
    this.#waiting.push(waiting);
    try {
      await answerInTime(part, limit_ms, () => connected);
    } catch (cause) {
      if (isConnected) this.#disconnect(ofCache);
      else this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      throw cause;
    }
  }

  #mayConnect(ofCache: boolean): boolean {
    return this.#free > 0 && (!ofCache || this.#freeForCache > 0);
  }

  #connect(ofCache: boolean): void {
    this.#free--;
    if (ofCache) this.#freeForCache--;
  }

  #disconnect(ofCache: boolean): void {
    this.#free++;
    if (ofCache) this.#freeForCache++;
    const next = this.#waiting.findIndex((waiting) => this.#mayConnect(waiting.ofCache));
    if (next < 0) return;
    const [waiting] = this.#waiting.splice(next, 1);
    this.#connect(waiting.ofCache);
    waiting.connect();
  }
}

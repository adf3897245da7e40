/** Keeps a request within the platform's six concurrent subrequests, by a queue from which urgent ones leave first. */
import { MAX_CACHE_CALLS_AT_ONCE, MAX_READS_AT_ONCE } from '../limits.ts';
import { answerInTime } from './answer-in-time.ts';
import type { StoragePart } from './tile-source.ts';

/** A prefetch becomes urgent when its object is requested. */
export interface Urgency {
  isUrgent: boolean;
}

const URGENT: Urgency = { isUrgent: true };

interface Waiting {
  readonly ofCache: boolean;
  readonly urgency: Urgency;
  readonly connect: () => void;
}

/** A call holds a connection until headers arrive. Cache calls get only some, so that a hanging cache leaves others free. */
export class Connections {
  #free = MAX_READS_AT_ONCE;
  #freeForCache = MAX_CACHE_CALLS_AT_ONCE;
  readonly #waiting: Waiting[] = [];

  /**
   * @param limit_ms for a connection, and again for the body
   * @param call resolves with the headers
   * @throws StorageUnavailable on timeout or failure
   */
  async call<Headers, Body>(
    part: StoragePart,
    limit_ms: number,
    call: () => Promise<Headers>,
    readBody: (headers: Headers) => Body | Promise<Body>,
    urgency = URGENT,
  ): Promise<Body> {
    const ofCache = part === 'cache';
    if (this.#mayConnect(ofCache)) this.#connect(ofCache);
    else await this.#wait(part, limit_ms, urgency);
    return answerInTime(part, limit_ms, async () => {
      const headers = await call().finally(() => this.#disconnect(ofCache));
      return readBody(headers);
    });
  }

  async #wait(part: StoragePart, limit_ms: number, urgency: Urgency): Promise<void> {
    const ofCache = part === 'cache';
    let isConnected = false;
    let connect = (): void => {};
    const connected = new Promise<void>((done) => {
      connect = () => {
        isConnected = true;
        done();
      };
    });
    const waiting = { ofCache, urgency, connect };
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
    const able = this.#waiting.filter((waiting) => this.#mayConnect(waiting.ofCache));
    const next = able.find(({ urgency }) => urgency.isUrgent) ?? able[0];
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#connect(next.ofCache);
    next.connect();
  }
}

/** Calls the Workers cache for one request, with timeouts, and no more after too many calls or failures. */
import { MAX_CACHE_CALLS, MAX_CACHE_FAILURES, type Timeouts } from '../limits.ts';
import type { Connections, Urgency } from '../storage/connections.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';
import type { CacheState } from './cache-state.ts';

export interface CacheUser {
  readonly state: CacheState;
  readonly connections: Connections;
  readonly timeouts: Timeouts;
  /** Runs `work` after the response (`waitUntil`), or during the request. */
  readonly afterAnswer: (work: () => Promise<unknown>) => void;
  readonly onFailure: (cause: unknown) => void;
}

export class CacheAccess {
  readonly user: CacheUser;
  #calls = 0;
  #failures = 0;

  constructor(user: CacheUser) {
    this.user = user;
  }

  /**
   * @param look resolves with the headers
   * @returns `null` on a miss, timeout or damage, and after too many calls or failures
   */
  async look<Headers, T>(
    look: () => Promise<Headers>,
    readBody: (headers: Headers) => T | null | Promise<T | null>,
    urgency?: Urgency,
    limit_ms = this.user.timeouts.cache_ms,
  ): Promise<T | null> {
    const { connections, onFailure } = this.user;
    if (this.#failures >= MAX_CACHE_FAILURES || this.#calls >= MAX_CACHE_CALLS) return null;
    this.#calls++;
    let isAsked = false;
    try {
      const call = (): Promise<Headers> => {
        isAsked = true;
        return look();
      };
      return await connections.call('cache', limit_ms, call, readBody, urgency);
    } catch (cause) {
      if (!isAsked) return null;
      onFailure(cause);
      const isDamage = cause instanceof StorageUnavailable && cause.fault === 'damaged';
      if (!isDamage) this.#failures++;
      return null;
    }
  }

  /** A failure is reported, never thrown. */
  async change(change: () => Promise<unknown>): Promise<void> {
    await this.look(change, () => null, undefined, this.user.timeouts.store_ms);
  }
}

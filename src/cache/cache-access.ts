/** Calls the Workers cache for one request, with timeouts, a circuit breaker and a maximum of calls. */
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
  readonly state: CacheState;
  readonly afterAnswer: CacheUser['afterAnswer'];
  readonly #user: CacheUser;
  #calls = 0;
  #failures = 0;

  constructor(user: CacheUser) {
    this.state = user.state;
    this.afterAnswer = user.afterAnswer;
    this.#user = user;
  }

  /**
   * @param look resolves with the headers
   * @returns `null` on a miss, timeout, damage or open circuit
   */
  async look<Headers, T>(
    look: () => Promise<Headers>,
    readBody: (headers: Headers) => Promise<T | null>,
    urgency?: Urgency,
  ): Promise<T | null> {
    const { state } = this.#user;
    const found = await this.#ask(this.#user.timeouts.cache_ms, look, readBody, urgency);
    if (found === 'late') state.noteLate(Date.now());
    else if (found !== 'unasked') state.noteAnswer();
    return typeof found === 'object' && found ? found.answer : null;
  }

  /** A failure is reported, never thrown. */
  async change(change: () => Promise<unknown>): Promise<void> {
    await this.#ask(this.#user.timeouts.store_ms, change, () => null);
  }

  async #ask<Headers, T>(
    limit_ms: number,
    ask: () => Promise<Headers>,
    readBody: (headers: Headers) => T | Promise<T>,
    urgency?: Urgency,
  ): Promise<Asked<T>> {
    const { state, connections, onFailure } = this.#user;
    if (this.#failures >= MAX_CACHE_FAILURES || this.#calls >= MAX_CACHE_CALLS) return 'unasked';
    if (state.isOpen(Date.now())) return 'unasked';
    this.#calls++;
    let isAsked = false;
    try {
      const call = (): Promise<Headers> => {
        isAsked = true;
        return ask();
      };
      const answer = await connections.call('cache', limit_ms, call, readBody, urgency);
      return { answer };
    } catch (cause) {
      if (!isAsked) return 'unasked';
      onFailure(cause);
      const fault = cause instanceof StorageUnavailable ? cause.fault : null;
      if (fault === 'damaged') return 'damaged';
      this.#failures++;
      return fault === 'late' ? 'late' : 'failed';
    }
  }
}

type Asked<T> = { readonly answer: T } | 'unasked' | 'damaged' | 'late' | 'failed';

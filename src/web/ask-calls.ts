/** Queue of a question's API calls: a few at a time, with pauses at the rate limit; aborts unwanted ones. */

import { renewedRegions } from '../clients/javascript/client.ts';
import type { Call } from './calls-of.ts';
import type { Outcome } from './outcome.ts';

export const MAX_AT_ONCE = 6;
/** Waits of a call at the rate limit. */
const MAX_WAITS = 3;
/** Wait without Retry-After. */
const DEFAULT_WAIT_S = 60;

export type CallState = Outcome | { readonly kind: 'pending' } | { readonly kind: 'cancelled' };

export interface Progress {
  readonly all: number;
  readonly done: number;
  /** Unix ms; `null` if nothing waits. */
  readonly waitsUntil_ms: number | null;
}

const PENDING: CallState = { kind: 'pending' };
const CANCELLED: CallState = { kind: 'cancelled' };

export class CallQueue {
  readonly #ask: (call: Call, signal: AbortSignal) => Promise<Outcome>;
  readonly #changed: () => void;
  readonly #states = new Map<string, CallState>();
  readonly #underWay = new Map<string, AbortController>();
  #waiting: Call[] = [];
  #waits = 0;
  #waitsUntil_ms: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ask rejects when aborted */
  constructor(ask: (call: Call, signal: AbortSignal) => Promise<Outcome>, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  stateOf({ key }: Call): CallState {
    return this.#states.get(key) ?? PENDING;
  }

  progress(): Progress {
    const done = [...this.#states.values()].filter((state) => state !== PENDING).length;
    return { all: this.#states.size, done, waitsUntil_ms: this.#waitsUntil_ms };
  }

  /** Asks what has no answer, and all of a region that answered from two versions. */
  want(calls: readonly Call[]): void {
    const wanted = new Map(calls.map((call) => [call.key, call]));
    for (const key of [...this.#states.keys()].filter((known) => !wanted.has(known))) {
      this.#underWay.get(key)?.abort();
      this.#underWay.delete(key);
      this.#states.delete(key);
    }
    this.#waiting = [];
    const details = [...this.#states.values()].flatMap((state) =>
      state.kind === 'answer' ? [state.answer.details] : [],
    );
    const renewed = renewedRegions(details);
    for (const call of wanted.values()) {
      const state = this.#states.get(call.key) ?? CANCELLED;
      const isAnswered =
        state.kind === 'answer' && !state.answer.details.datasets.some(({ region }) => renewed.has(region));
      if (isAnswered || this.#underWay.has(call.key)) continue;
      this.#states.set(call.key, PENDING);
      this.#waiting.push(call);
    }
    if (this.#waiting.length === 0 && this.#underWay.size === 0) this.#endWait();
    this.#go();
  }

  cancel(): void {
    for (const controller of this.#underWay.values()) controller.abort();
    this.#underWay.clear();
    this.#waiting = [];
    this.#endWait();
    for (const [key, state] of this.#states) if (state === PENDING) this.#states.set(key, CANCELLED);
    this.#changed();
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#waits = 0;
    this.#waitsUntil_ms = null;
  }

  #go(): void {
    if (this.#waitsUntil_ms !== null) return;
    while (this.#underWay.size < MAX_AT_ONCE) {
      const call = this.#waiting.shift();
      if (!call) return;
      void this.#run(call);
    }
  }

  async #run(call: Call): Promise<void> {
    const controller = new AbortController();
    this.#underWay.set(call.key, controller);
    let outcome: Outcome;
    try {
      outcome = await this.#ask(call, controller.signal);
    } catch {
      return;
    }
    if (controller.signal.aborted) return;
    this.#underWay.delete(call.key);
    if (outcome.kind === 'refusal' && outcome.refusal.status === 429 && this.#mayWait()) {
      this.#waiting.unshift(call);
      this.#wait(outcome.refusal.retryAfter_s ?? DEFAULT_WAIT_S);
    } else this.#states.set(call.key, outcome);
    if (this.#waiting.length === 0 && this.#underWay.size === 0) this.#endWait();
    this.#go();
    this.#changed();
  }

  /** Calls refused together wait once. */
  #mayWait(): boolean {
    return this.#waitsUntil_ms !== null || this.#waits < MAX_WAITS;
  }

  #wait(seconds: number): void {
    if (this.#waitsUntil_ms !== null) return;
    this.#waits++;
    this.#waitsUntil_ms = Date.now() + seconds * 1000;
    this.#timer = setTimeout(() => {
      this.#waitsUntil_ms = null;
      this.#go();
      this.#changed();
    }, seconds * 1000);
  }
}

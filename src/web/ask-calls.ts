/** Asks as many calls as a question takes: a few at a time, none twice, and none that nobody wants any more. */

import type { Call } from './calls-of.ts';
import type { Outcome } from './outcome.ts';

/** Calls under way at once. */
export const MAX_AT_ONCE = 6;
/** How often a call waits where the service takes no more of them. */
const MAX_WAITS = 3;
/** Where the service does not say how long to wait. */
const DEFAULT_WAIT_S = 60;

/** What has become of a call that is wanted. */
export type CallState = Outcome | { readonly kind: 'pending' } | { readonly kind: 'cancelled' };

export interface Progress {
  readonly all: number;
  readonly done: number;
  /** When the service takes more calls, in milliseconds since 1970, or `null` where nothing has to wait. */
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

  /**
   * @param ask one call; rejects where the signal is aborted
   * @param changed called whenever a call has got another state
   */
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

  /** Asks what is new among the calls, keeps their answers, and gives up and forgets everything else. */
  want(calls: readonly Call[]): void {
    const wanted = new Map(calls.map((call) => [call.key, call]));
    for (const key of [...this.#states.keys()].filter((known) => !wanted.has(known))) {
      this.#underWay.get(key)?.abort();
      this.#underWay.delete(key);
      this.#states.delete(key);
    }
    this.#waiting = [];
    for (const call of wanted.values()) {
      const { kind } = this.#states.get(call.key) ?? CANCELLED;
      if (kind === 'answer' || this.#underWay.has(call.key)) continue;
      this.#states.set(call.key, PENDING);
      this.#waiting.push(call);
    }
    if (this.#waiting.length === 0 && this.#underWay.size === 0) this.#endWait();
    this.#go();
  }

  /** Gives up what has not been answered yet. */
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

  /** Calls that are refused together wait once. */
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

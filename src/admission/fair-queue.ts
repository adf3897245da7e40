/**
 * Orders waiting calls by deficit round robin (M. Shreedhar and G. Varghese, Efficient fair queuing using deficit round robin,
 * SIGCOMM 1995): callers take turns, each turn adds a quantum to what a caller may spend, and a call spends its load. A new
 * caller has its first turn before the others (as in FQ-CoDel, RFC 8290, 4.2). Calls of one caller keep their order.
 */
import { LEAST_LOAD } from '../limits.ts';

export interface QueuedCall {
  readonly caller: string;
  /** Above 0. */
  readonly load: number;
  /** Ascending by arrival: a call that returns takes its old place. */
  readonly number: number;
}

/** A newcomer's first turn serves one of the lightest calls; heavier ones wait for more turns. */
const QUANTUM = LEAST_LOAD;

interface WaitingCaller<Call> {
  readonly name: string;
  readonly calls: Call[];
  deficit: number;
  /** Whether this turn's quantum was added. */
  isInTurn: boolean;
}

export class FairQueue<Call extends QueuedCall> {
  readonly #callers = new Map<string, WaitingCaller<Call>>();
  /** The first of these, or else of `#others`, has its turn. */
  readonly #newcomers: WaitingCaller<Call>[] = [];
  /** Includes callers whose calls have all left, until their turn: they are no newcomers before. */
  readonly #others: WaitingCaller<Call>[] = [];

  has(call: Call): boolean {
    return this.#callers.get(call.caller)?.calls.includes(call) ?? false;
  }

  add(call: Call): void {
    const { calls } = this.#callers.get(call.caller) ?? this.#addNewcomer(call.caller);
    const later = calls.findIndex(({ number }) => number > call.number);
    calls.splice(later < 0 ? calls.length : later, 0, call);
  }

  #addNewcomer(name: string): WaitingCaller<Call> {
    const newcomer = { name, calls: [], deficit: 0, isInTurn: false };
    this.#callers.set(name, newcomer);
    this.#newcomers.push(newcomer);
    return newcomer;
  }

  /** Leaves without having been served. */
  remove(call: Call): void {
    const calls = this.#callers.get(call.caller)?.calls ?? [];
    const index = calls.indexOf(call);
    if (index >= 0) calls.splice(index, 1);
  }

  /** Leaves to be served: the caller spends its load. */
  take(call: Call): void {
    const waiting = this.#callers.get(call.caller);
    if (waiting) waiting.deficit -= call.load;
    this.remove(call);
  }

  /** @returns the call whose turn it is, until it leaves or a newcomer's comes first */
  next(): Call | null {
    for (;;) {
      const turns = this.#newcomers.length > 0 ? this.#newcomers : this.#others;
      const [waiting] = turns;
      if (!waiting) return null;
      if (waiting.calls.length > 0) {
        if (!waiting.isInTurn) waiting.deficit += QUANTUM;
        waiting.isInTurn = true;
        if (waiting.deficit >= waiting.calls[0].load) return waiting.calls[0];
      }
      waiting.isInTurn = false;
      turns.shift();
      if (waiting.calls.length > 0 || turns === this.#newcomers) this.#others.push(waiting);
      else this.#callers.delete(waiting.name);
    }
  }

  /** The first call of each caller, in the order of turns. */
  *firstCalls(): Iterable<Call> {
    for (const { calls } of [...this.#newcomers, ...this.#others]) if (calls.length > 0) yield calls[0];
  }

  *[Symbol.iterator](): Iterator<Call> {
    for (const { calls } of this.#callers.values()) yield* calls;
  }
}

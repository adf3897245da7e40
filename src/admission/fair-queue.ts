/**
 * Orders waiting calls by start-time fair queuing (P. Goyal, H. M. Vin and H. Cheng, Start-time fair queuing, SIGCOMM 1996): on a
 * virtual clock, each caller's calls start one after the other and take their loads, and the call that starts first is next.
 * Calls of one caller keep their order.
 */

export interface QueuedCall {
  readonly caller: string;
  /** Above 0. */
  readonly load: number;
  /** Ascending by arrival: a call that returns takes its old place. */
  readonly number: number;
}

export class FairQueue<Call extends QueuedCall> {
  readonly #waiting = new Map<string, Call[]>();
  /** When the next call of a caller starts; others start now. */
  readonly #starts = new Map<string, number>();
  #clock = 0;

  has(call: Call): boolean {
    return this.#waiting.get(call.caller)?.includes(call) ?? false;
  }

  add(call: Call): void {
    const calls = [...(this.#waiting.get(call.caller) ?? []), call];
    this.#waiting.set(
      call.caller,
      calls.sort((a, b) => a.number - b.number),
    );
  }

  /** Leaves without having been served. */
  remove(call: Call): void {
    const calls = this.#waiting.get(call.caller)?.filter((other) => other !== call) ?? [];
    if (calls.length > 0) this.#waiting.set(call.caller, calls);
    else this.#waiting.delete(call.caller);
  }

  /** Leaves to be served: the caller's next call starts later by the load. */
  take(call: Call): void {
    const start = this.#startOf(call);
    this.#clock = Math.min(start, ...this.firstCalls().map((other) => this.#startOf(other)));
    this.#starts.set(call.caller, start + call.load);
    this.remove(call);
    // Nobody owes anything to callers who do not wait.
    if (this.#waiting.size === 0) this.#starts.clear();
  }

  /** @returns the call whose turn it is, until it leaves or another one comes that starts earlier or is lighter */
  next(): Call | null {
    return this.firstCalls()[0] ?? null;
  }

  /** The first call of each caller, in the order of turns. */
  firstCalls(): Call[] {
    return Array.from(this.#waiting.values(), ([first]) => first).sort(
      (a, b) => this.#startOf(a) - this.#startOf(b) || a.load - b.load,
    );
  }

  *[Symbol.iterator](): Iterator<Call> {
    for (const calls of this.#waiting.values()) yield* calls;
  }

  #startOf({ caller }: Call): number {
    return Math.max(this.#clock, this.#starts.get(caller) ?? 0);
  }
}

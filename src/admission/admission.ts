/**
 * Admission control: a call waits until its load, estimated by perimeter or travel time, fits an isolate's memory. A waiting call
 * holds a ticket and polls, as a Worker may not wait for another request. Turns follow start-time fair queuing (P. Goyal, H. M. Vin
 * and H. Cheng, SIGCOMM 1996): on a virtual clock, each caller's calls start one after the other and take their loads, and the call
 * that starts first is next.
 */
import {
  ADMISSION_LEASE_MS,
  ADMISSION_POLL_MS,
  MAX_LOAD,
  MAX_PASSING_MS,
  TICKET_LEASE_MS,
} from '../limits.ts';

interface Ticket {
  readonly caller: string;
  /** The load is above 0. */
  readonly load: number;
  /** Numbers ascend by arrival: a call whose ticket expired takes its old place. */
  readonly number: number;
  /** Later, the platform has ended its call. */
  until_ms: number;
  /** When its turn came, if it did not fit then. */
  blockedAt_ms: number | null;
}

export class Admission {
  readonly #waiting = new Set<Ticket>();
  readonly #admitted = new Set<Ticket>();
  /** When the next call of a caller starts on the virtual clock; others start now. */
  readonly #starts = new Map<string, number>();
  #clock = 0;
  #tickets = 0;

  /**
   * Calls that the platform ends never leave: their load expires after ADMISSION_LEASE_MS.
   * @returns call it when done; `null` on timeout
   */
  async enter(caller: string, load: number, wait_ms: number): Promise<(() => void) | null> {
    const ticket: Ticket = { caller, load, number: this.#tickets++, until_ms: 0, blockedAt_ms: null };
    const lastTry_ms = Date.now() + wait_ms;
    while (!this.#poll(ticket)) {
      if (Date.now() >= lastTry_ms) {
        this.#waiting.delete(ticket);
        return null;
      }
      await new Promise((resolve) => setTimeout(resolve, ADMISSION_POLL_MS));
    }
    return () => {
      this.#admitted.delete(ticket);
      this.#admit(Date.now());
    };
  }

  #poll(ticket: Ticket): boolean {
    const now_ms = Date.now();
    ticket.until_ms = now_ms + TICKET_LEASE_MS;
    if (!this.#admitted.has(ticket)) this.#waiting.add(ticket);
    this.#admit(now_ms);
    if (!this.#admitted.has(ticket)) return false;
    ticket.until_ms = now_ms + ADMISSION_LEASE_MS;
    return true;
  }

  /** Admits calls in turn, others too: these see it when they poll. */
  #admit(now_ms: number): void {
    for (const tickets of [this.#admitted, this.#waiting])
      for (const ticket of tickets) if (ticket.until_ms < now_ms) tickets.delete(ticket);
    for (let ticket = this.#nextThatFits(now_ms); ticket; ticket = this.#nextThatFits(now_ms)) {
      this.#clock = Math.min(...Array.from(this.#waiting, (other) => this.#startOf(other)));
      this.#starts.set(ticket.caller, this.#startOf(ticket) + ticket.load);
      this.#waiting.delete(ticket);
      this.#admitted.add(ticket);
      // Nobody owes anything to callers who do not wait.
      if (this.#waiting.size === 0) this.#starts.clear();
    }
  }

  #startOf({ caller }: Ticket): number {
    return Math.max(this.#clock, this.#starts.get(caller) ?? 0);
  }

  /** The first call of each caller, in the order of turns; of equals the lighter one first. */
  #firstCalls(): Ticket[] {
    const byArrival = [...this.#waiting].sort((a, b) => a.number - b.number);
    const callers = Map.groupBy(byArrival, ({ caller }) => caller);
    return Array.from(callers.values(), ([first]) => first).sort(
      (a, b) => this.#startOf(a) - this.#startOf(b) || a.load - b.load,
    );
  }

  /** Others may pass the call whose turn it is for MAX_PASSING_MS; then the isolate is emptied for it. */
  #nextThatFits(now_ms: number): Ticket | null {
    let free = MAX_LOAD;
    for (const { load } of this.#admitted) free -= load;
    const calls = this.#firstCalls();
    const [next] = calls;
    if (!next || next.load <= free) return next ?? null;
    next.blockedAt_ms ??= now_ms;
    if (now_ms - next.blockedAt_ms > MAX_PASSING_MS) return null;
    return calls.find(({ load }) => load <= free) ?? null;
  }
}

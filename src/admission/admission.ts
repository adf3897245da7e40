/**
 * Admission control: a call waits until its load, estimated by perimeter or travel time, fits an isolate's memory. Callers take
 * turns. A waiting call holds a ticket and polls, as a Worker may not wait for another request.
 */
import {
  ADMISSION_LEASE_MS,
  ADMISSION_POLL_MS,
  MAX_LOAD,
  MAX_PASSING_MS,
  TICKET_LEASE_MS,
} from '../limits.ts';
import { FairQueue, type QueuedCall } from './fair-queue.ts';

interface Ticket extends QueuedCall {
  /** Later, the platform has ended its call. */
  until_ms: number;
  /** When its turn came, if it did not fit then. */
  blockedAt_ms: number | null;
}

export class Admission {
  readonly #queue = new FairQueue<Ticket>();
  readonly #admitted = new Set<Ticket>();
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
        this.#queue.remove(ticket);
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
    if (!this.#admitted.has(ticket) && !this.#queue.has(ticket)) this.#queue.add(ticket);
    this.#admit(now_ms);
    if (!this.#admitted.has(ticket)) return false;
    ticket.until_ms = now_ms + ADMISSION_LEASE_MS;
    return true;
  }

  /** Admits calls in turn, others too: these see it when they poll. */
  #admit(now_ms: number): void {
    for (const ticket of this.#admitted) if (ticket.until_ms < now_ms) this.#admitted.delete(ticket);
    for (const ticket of [...this.#queue]) if (ticket.until_ms < now_ms) this.#queue.remove(ticket);
    for (let ticket = this.#nextThatFits(now_ms); ticket; ticket = this.#nextThatFits(now_ms)) {
      this.#queue.take(ticket);
      this.#admitted.add(ticket);
    }
  }

  /** Others may pass the call whose turn it is for MAX_PASSING_MS; then the isolate is emptied for it. */
  #nextThatFits(now_ms: number): Ticket | null {
    let free = MAX_LOAD;
    for (const { load } of this.#admitted) free -= load;
    const next = this.#queue.next();
    if (!next || next.load <= free) return next;
    next.blockedAt_ms ??= now_ms;
    if (now_ms - next.blockedAt_ms > MAX_PASSING_MS) return null;
    for (const ticket of this.#queue.firstCalls()) if (ticket.load <= free) return ticket;
    return null;
  }
}

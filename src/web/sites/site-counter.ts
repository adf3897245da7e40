/**
 * Counts at many sites at the pace of a key's rate limit, at most four at once; waits and retries at 429 and 503, pauses
 * at 401 or offline.
 */
import { callsOf, loadOfIsochrone } from '../../admission/load-of-area.ts';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../../limits.ts';
import type { CallState } from '../ask-calls.ts';
import { type Call, type Count, type Row, rowsOf } from '../calls-of.ts';
import { type CountResult, resultOf } from '../count-result.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { type Place, type Question, withPlace } from '../question.ts';

export const CALL_EVERY_MS = (1_000 * RATE_PERIOD_S) / CALLS_PER_KEY;
const MAX_AT_ONCE = 4;
/** At unreadable data. */
const MAX_WAITS = 3;
/** Without Retry-After. */
const DEFAULT_WAIT_S = 60;
/** Calls that a rate is measured by, at least. */
const MIN_MEASURED = 10;

export interface SiteCount {
  readonly row: Row;
  readonly count: Count;
}

const countedCalls = ({ row: { reach }, count }: SiteCount): number =>
  count.calls.length * (reach ? callsOf(loadOfIsochrone(reach)) : 1);

export const countsAt = (place: Place, question: Question): SiteCount[] =>
  rowsOf(withPlace({ ...question, kept: [] }, place)).flatMap((row) =>
    row.counts.map((count) => ({ row, count })),
  );

export interface SitesProgress {
  readonly all: number;
  /** Answered or refused. */
  readonly done: number;
  readonly refused: number;
  readonly isPaused: boolean;
  readonly pausedBy: Refusal | null;
  /** Unix ms; `null` if nothing waits. */
  readonly waitsUntil_ms: number | null;
  /** By the measured rate since counting began or went on; `null` until it is known. */
  readonly left_s: number | null;
}

export class SiteCounter {
  readonly #all: number;
  readonly #ask: (call: Call, signal: AbortSignal) => Promise<Outcome>;
  readonly #changed: () => void;
  readonly #results = new Map<SiteCount, CountResult>();
  readonly #waits = new Map<SiteCount, number>();
  readonly #ended = new AbortController();
  #open: SiteCount[];
  #underWay = 0;
  #isPaused = true;
  /** Since when, Unix ms, this many calls were done. */
  #measured = { since_ms: 0, calls: 0 };
  #pausedBy: Refusal | null = null;
  #waitsUntil_ms: number | null = null;
  #isPacing = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** @param ask rejects when aborted */
  constructor(
    counts: readonly SiteCount[],
    ask: (call: Call, signal: AbortSignal) => Promise<Outcome>,
    changed: () => void,
  ) {
    this.#all = counts.length;
    this.#open = [...counts];
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Drops outlines, to save memory. */
  resultOf(count: SiteCount): CountResult {
    return this.#results.get(count) ?? { kind: 'pending' };
  }

  progress(): SitesProgress {
    return {
      all: this.#all,
      done: this.#results.size,
      refused: this.#refused().length,
      isPaused: this.#isPaused,
      pausedBy: this.#pausedBy,
      waitsUntil_ms: this.#waitsUntil_ms,
      left_s: this.#left_s(),
    };
  }

  #left_s(): number | null {
    const { since_ms, calls } = this.#measured;
    if (this.#isPaused || calls < MIN_MEASURED) return null;
    const left = this.#open.reduce((sum, { count }) => sum + count.calls.length, this.#underWay);
    return (left * (Date.now() - since_ms)) / calls / 1_000;
  }

  goOn(): void {
    this.#isPaused = false;
    this.#measured = { since_ms: Date.now(), calls: 0 };
    this.#pausedBy = null;
    this.#go();
    this.#changed();
  }

  pause(): void {
    this.#isPaused = true;
    this.#changed();
  }

  askAgain(): void {
    for (const count of this.#refused()) {
      this.#results.delete(count);
      this.#waits.delete(count);
      this.#open.push(count);
    }
    this.goOn();
  }

  end(): void {
    this.#ended.abort();
    clearTimeout(this.#waiting);
    this.#open = [];
  }

  #refused(): SiteCount[] {
    return [...this.#results].flatMap(([count, { kind }]) => (kind === 'refusal' ? [count] : []));
  }

  #go(): void {
    if (this.#isPaused || this.#waitsUntil_ms !== null || this.#isPacing || this.#underWay >= MAX_AT_ONCE)
      return;
    const count = this.#open.shift();
    if (!count) return;
    void this.#run(count);
    this.#isPacing = true;
    setTimeout(() => {
      this.#isPacing = false;
      this.#go();
    }, CALL_EVERY_MS * countedCalls(count));
  }

  async #run(count: SiteCount): Promise<void> {
    this.#underWay++;
    const states = new Map<Call, CallState>();
    try {
      for (const call of count.count.calls) {
        const outcome = await this.#ask(call, this.#ended.signal);
        if (this.#ended.signal.aborted) return;
        if (outcome.kind === 'refusal' && this.#isPutOff(count, outcome.refusal)) {
          this.#open.unshift(count);
          return;
        }
        states.set(call, withoutOutlines(outcome));
        if (outcome.kind === 'refusal') break;
      }
      this.#measured.calls += states.size;
      this.#results.set(
        count,
        resultOf(count.count, (call) => states.get(call) ?? { kind: 'pending' }),
      );
    } catch (cause) {
      if (!this.#ended.signal.aborted) throw cause;
    } finally {
      this.#underWay--;
      this.#go();
      if (!this.#ended.signal.aborted) this.#changed();
    }
  }

  #isPutOff(count: SiteCount, refusal: Refusal): boolean {
    const { status, retryAfter_s } = refusal;
    if (status === 0 || status === 401) {
      this.#isPaused = true;
      this.#pausedBy = refusal;
      return true;
    }
    const waits = (this.#waits.get(count) ?? 0) + 1;
    if (status !== 429 && (status !== 503 || waits > MAX_WAITS)) return false;
    if (status === 503) this.#waits.set(count, waits);
    this.#wait(retryAfter_s ?? DEFAULT_WAIT_S);
    return true;
  }

  /** Counts refused together wait once. */
  #wait(seconds: number): void {
    if (this.#waitsUntil_ms !== null) return;
    this.#waitsUntil_ms = Date.now() + 1_000 * seconds;
    this.#waiting = setTimeout(() => {
      this.#waitsUntil_ms = null;
      this.#go();
      this.#changed();
    }, 1_000 * seconds);
  }
}

function withoutOutlines(outcome: Outcome): Outcome {
  if (outcome.kind === 'refusal') return outcome;
  return { kind: 'answer', answer: { ...outcome.answer, isochrone: null, gridZone: null } };
}

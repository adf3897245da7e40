/** Counts at many sites by the client; pauses where the service cannot be reached or refuses the key. */
import { CountFailed, type PopulationCount } from '../../clients/javascript/index.ts';
import { type AskedCount, type Row, rowsOf } from '../calls-of.ts';
import type { CountResult, Progress } from '../count-result.ts';
import { type Place, type Question, withPlace } from '../question.ts';

/** Counts that a rate is measured by, at least. */
const MIN_MEASURED = 10;
const PENDING: CountResult = { kind: 'pending' };

export interface SiteCount {
  readonly row: Row;
  readonly count: AskedCount;
}

export const countsAt = (place: Place, question: Question): SiteCount[] =>
  rowsOf(withPlace({ ...question, kept: [] }, place)).flatMap((row) =>
    row.counts.map((count) => ({ row, count })),
  );

/** `done` are answered or refused. */
export interface SitesProgress extends Progress {
  readonly refused: number;
  readonly isPaused: boolean;
  readonly pausedBy: CountFailed | null;
  /** By the measured rate since counting began or went on; `null` until it is known. */
  readonly left_s: number | null;
}

export class SiteCounter {
  readonly #counts: readonly SiteCount[];
  readonly #service: () => PopulationCount;
  readonly #changed: () => void;
  readonly #results = new Map<SiteCount, CountResult>();
  readonly #ended = new AbortController();
  #isPaused = true;
  #isRunning = false;
  /** Since when, Unix ms, and how many were done then. */
  #measured = { since_ms: 0, done: 0 };
  #pausedBy: CountFailed | null = null;

  constructor(counts: readonly SiteCount[], service: () => PopulationCount, changed: () => void) {
    this.#counts = counts;
    this.#service = service;
    this.#changed = changed;
  }

  /** Without outlines, to save memory. */
  resultOf(count: SiteCount): CountResult {
    return this.#results.get(count) ?? PENDING;
  }

  progress(): SitesProgress {
    const all = this.#counts.length;
    const done = this.#results.size;
    const measured = done - this.#measured.done;
    const isKnown = !this.#isPaused && measured >= MIN_MEASURED;
    return {
      all,
      done,
      refused: this.#refused().length,
      isPaused: this.#isPaused,
      pausedBy: this.#pausedBy,
      left_s: isKnown ? ((all - done) * (Date.now() - this.#measured.since_ms)) / measured / 1_000 : null,
    };
  }

  goOn(): void {
    this.#isPaused = false;
    this.#measured = { since_ms: Date.now(), done: this.#results.size };
    this.#pausedBy = null;
    if (!this.#isRunning) void this.#run();
    this.#changed();
  }

  /** Counts under way end. */
  pause(): void {
    this.#isPaused = true;
    this.#changed();
  }

  askAgain(): void {
    for (const count of this.#refused()) this.#results.delete(count);
    this.goOn();
  }

  end(): void {
    this.#isPaused = true;
    this.#ended.abort();
  }

  #refused(): SiteCount[] {
    return [...this.#results].flatMap(([count, { kind }]) => (kind === 'refusal' ? [count] : []));
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const { signal } = this.#ended;
    try {
      while (!this.#isPaused && this.#results.size < this.#counts.length) {
        for await (const { site, count, error } of this.#service().countSites(this.#open(), { signal })) {
          const result: CountResult = error
            ? { kind: 'refusal', refusal: error }
            : { kind: 'total', ...count, isochrone: null, gridZones: [] };
          this.#results.set(site.of, result);
          this.#changed();
        }
      }
    } catch (cause) {
      if (signal.aborted) return;
      this.#isPaused = true;
      if (!(cause instanceof CountFailed)) throw cause;
      this.#pausedBy = cause;
      this.#changed();
    } finally {
      this.#isRunning = false;
    }
  }

  *#open() {
    for (const of of this.#counts) {
      if (this.#isPaused) return;
      if (!this.#results.has(of)) yield { ...of.count.at, endpoint: of.count.endpoint, of };
    }
  }
}

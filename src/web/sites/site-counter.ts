/** Counts at many sites by the client; pauses where the service cannot be reached or refuses the key. */
import { CountFailed, type PopulationCount } from '../../clients/javascript/index.ts';
import { type AskedCount, type Row, rowsOf } from '../calls-of.ts';
import type { CountResult, Progress } from '../count-result.ts';
import { type Place, type Question, withPlace } from '../question.ts';

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
}

export class SiteCounter {
  readonly #counts: readonly SiteCount[];
  readonly #service: () => PopulationCount;
  readonly #changed: () => void;
  readonly #results = new Map<SiteCount, CountResult>();
  readonly #ended = new AbortController();
  #isPaused = true;
  #isRunning = false;
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
    return {
      all: this.#counts.length,
      done: this.#results.size,
      refused: this.#refused().length,
      isPaused: this.#isPaused,
      pausedBy: this.#pausedBy,
    };
  }

  goOn(): void {
    this.#isPaused = false;
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

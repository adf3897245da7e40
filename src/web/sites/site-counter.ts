/** Counts at many sites by the client; pauses where the service cannot be reached or refuses the key. */
import { CountFailed, type PopulationCount } from '../../clients/javascript/index.ts';
import type { AskedCount } from '../calls-of.ts';
import { type CountResult, PENDING, type Progress } from '../count-result.ts';

/** Counts in `done` are answered or refused. */
export interface SitesProgress extends Progress {
  readonly refused: number;
  readonly isPaused: boolean;
  readonly pausedBy: CountFailed | null;
}

export class SiteCounter {
  readonly #counts: readonly AskedCount[];
  readonly #service: () => PopulationCount;
  readonly #changed: () => void;
  readonly #results = new Map<AskedCount, CountResult>();
  /** Aborts counts under way; `null` while paused, and once all is counted. */
  #run: AbortController | null = null;
  #pausedBy: CountFailed | null = null;

  constructor(counts: readonly AskedCount[], service: () => PopulationCount, changed: () => void) {
    this.#counts = counts;
    this.#service = service;
    this.#changed = changed;
  }

  readonly resultOf = (count: AskedCount): CountResult => this.#results.get(count) ?? PENDING;

  progress(): SitesProgress {
    return {
      all: this.#counts.length,
      done: this.#results.size,
      refused: this.#refused().length,
      isPaused: this.#run === null,
      pausedBy: this.#pausedBy,
    };
  }

  /** Gives up counts under way, which are asked again when it goes on. */
  pause(): void {
    this.#run?.abort();
    this.#run = null;
  }

  askAgain(): void {
    for (const count of this.#refused()) this.#results.delete(count);
    void this.goOn();
  }

  async goOn(): Promise<void> {
    this.pause();
    const run = new AbortController();
    this.#run = run;
    this.#pausedBy = null;
    const open = this.#counts.filter((count) => !this.#results.has(count));
    const asked = open.map((of) => ({ ...of.at, endpoint: of.endpoint, of }));
    try {
      for await (const { site, count, error } of this.#service().countSites(asked, run)) {
        // Without outlines, to save memory.
        const total = { kind: 'total', ...count!, isochrone: null, gridZones: [] } as const;
        this.#results.set(site.of, error ? { kind: 'refusal', refusal: error } : total);
        this.#changed();
      }
    } catch (cause) {
      if (run.signal.aborted) return;
      if (!(cause instanceof CountFailed)) throw cause;
      this.#pausedBy = cause;
    }
    this.#run = null;
    this.#changed();
  }

  #refused(): AskedCount[] {
    return [...this.#results].flatMap(([count, { kind }]) => (kind === 'refusal' ? [count] : []));
  }
}

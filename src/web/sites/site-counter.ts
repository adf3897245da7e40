/** Counts at many sites by the client; pauses where the service cannot be reached or refuses the key. */
import { CountFailed, type PopulationCount } from '../../clients/javascript/index.ts';
import type { AskedCount } from '../calls-of.ts';
import { type CountResult, PENDING } from '../count-result.ts';

export type SiteCounter = ReturnType<typeof siteCounter>;

export function siteCounter(
  counts: readonly AskedCount[],
  service: () => PopulationCount,
  changed: () => void,
) {
  const results = new Map<AskedCount, CountResult>();
  /** Aborts counts under way; `null` while paused, and once all is counted. */
  let run: AbortController | null = null;
  let pausedBy: CountFailed | null = null;

  const refused = (): AskedCount[] =>
    [...results].flatMap(([count, { kind }]) => (kind === 'refusal' ? [count] : []));

  /** Gives up counts under way, which are asked again when it goes on. */
  const pause = (): void => {
    run?.abort();
    run = null;
  };

  const goOn = async (): Promise<void> => {
    pause();
    const own = new AbortController();
    run = own;
    pausedBy = null;
    const open = counts.filter((count) => !results.has(count));
    const asked = open.map((of) => ({ ...of.at, endpoint: of.endpoint, of }));
    try {
      for await (const { site, count, error } of service().countSites(asked, own)) {
        // Without outlines, to save memory.
        const total = { kind: 'total', ...count!, isochrone: null, gridZones: [] } as const;
        results.set(site.of, error ? { kind: 'refusal', refusal: error } : total);
        changed();
      }
    } catch (cause) {
      if (own.signal.aborted) return;
      run = null;
      if (!(cause instanceof CountFailed)) throw cause;
      pausedBy = cause;
    }
    run = null;
    changed();
  };

  return {
    pause,
    goOn,
    askAgain: (): void => {
      for (const count of refused()) results.delete(count);
      void goOn();
    },
    resultOf: (count: AskedCount): CountResult => results.get(count) ?? PENDING,
    /** Counts in `done` are answered or refused. */
    progress: () => ({
      all: counts.length,
      done: results.size,
      refused: refused().length,
      isPaused: run === null,
      pausedBy,
    }),
  };
}

/** Asks the service for the counts of a question, and stores what became of each. */
import { type Count, CountFailed, type Interval, renewedRegions } from '../clients/javascript/index.ts';
import type { Endpoint } from '../endpoints.ts';
import type { AskedCount, Row } from './calls-of.ts';

export type { Interval };

/** `adds`: for each place of a union, people that no place before it has. */
export type AnsweredCount = Count & { readonly adds?: readonly number[] };
export type Total = AnsweredCount & { readonly kind: 'total' };
export type CountResult =
  | Total
  | { readonly kind: 'pending' }
  | { readonly kind: 'refusal'; readonly refusal: CountFailed };

export interface AnsweredRow {
  readonly row: Row;
  readonly results: readonly CountResult[];
}

/** Results of counts, in their rows. */
export const answeredRows = (
  rows: readonly Row[],
  resultOf: (count: AskedCount) => CountResult,
): AnsweredRow[] => rows.map((row) => ({ row, results: row.counts.map(resultOf) }));

export interface CountedRow {
  readonly row: Row;
  readonly endpoint: Endpoint;
  readonly total: Total;
}

/** All numbers of rows, each with what it counts. */
export const totalsOf = (rows: readonly AnsweredRow[]): CountedRow[] =>
  rows.flatMap(({ row, results }) =>
    results.flatMap((total, i) =>
      total.kind === 'total' ? [{ row, endpoint: row.counts[i].endpoint, total }] : [],
    ),
  );

export interface Progress {
  readonly all: number;
  readonly done: number;
}

export const PENDING: CountResult = { kind: 'pending' };

/** Asks for each count once, aborts what is not wanted any more, and stores the results. */
export function countResults(
  ask: (count: AskedCount, signal: AbortSignal) => Promise<AnsweredCount>,
  changed: () => void,
) {
  const asked = new Map<string, { readonly run: AbortController; result: CountResult }>();

  const start = async (count: AskedCount): Promise<void> => {
    const run = new AbortController();
    const own = { run, result: PENDING };
    asked.set(count.key, own);
    const result = await ask(count, run.signal).then(
      (total): CountResult => ({ kind: 'total', ...total }),
      (refusal): CountResult => ({ kind: 'refusal', refusal }),
    );
    if (run.signal.aborted) return;
    own.result = result;
    changed();
    if (result.kind === 'refusal' && !(result.refusal instanceof CountFailed)) throw result.refusal;
  };

  return {
    of: ({ key }: AskedCount): CountResult => asked.get(key)?.result ?? PENDING,

    progress(): Progress {
      const done = [...asked.values()].filter(({ result }) => result !== PENDING).length;
      return { all: asked.size, done };
    },

    /** Asks for what has no number, and for all of a region that answered from two versions. */
    want(counts: readonly AskedCount[]): void {
      const wanted = new Map(counts.map((count) => [count.key, count]));
      for (const [key, { run }] of [...asked]) {
        if (wanted.has(key)) continue;
        run.abort();
        asked.delete(key);
      }
      const results = [...asked.values()].map(({ result }) => result);
      const totals = results.filter((result) => result.kind === 'total');
      const renewed = renewedRegions(totals.flatMap(({ details }) => details));
      for (const count of wanted.values()) {
        const result = asked.get(count.key)?.result;
        const isAnswered =
          result?.kind === 'total' &&
          !result.details.some(({ datasets }) => datasets.some(({ region }) => renewed.has(region)));
        if (!isAnswered && result !== PENDING) void start(count);
      }
    },
  };
}

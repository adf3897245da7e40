/** One number of a question: what the calls for it have been answered, together. */
import type { CallState } from './ask-calls.ts';
import type { Call, Count, Row } from './calls-of.ts';
import type { Answer, Refusal } from './outcome.ts';

/** Bounds of a count. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Total {
  readonly kind: 'total';
  /** The sum of what the parts were answered, each of them rounded. */
  readonly people: number;
  /** The sums of the parts' bounds, `null` where one has none. Beyond one part these are outer bounds. */
  readonly interval: Interval | null;
  /** One for each part. */
  readonly answers: readonly Answer[];
}

export type CountResult =
  | Total
  | { readonly kind: 'pending' | 'cancelled' }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

/** A row and what its counts have come to, in their order. */
export interface AnsweredRow {
  readonly row: Row;
  readonly results: readonly CountResult[];
}

/** Never a sum from which a part is missing. */
export function resultOf({ calls }: Count, stateOf: (call: Call) => CallState): CountResult {
  const states = calls.map(stateOf);
  const refused = states.find((state) => state.kind === 'refusal');
  if (refused) return refused;
  const answers = states.flatMap((state) => (state.kind === 'answer' ? [state.answer] : []));
  if (answers.length < states.length) {
    return { kind: states.some(({ kind }) => kind === 'pending') ? 'pending' : 'cancelled' };
  }
  const sum = (of: (answer: Answer) => number): number =>
    answers.reduce((total, answer) => total + of(answer), 0);
  return {
    kind: 'total',
    people: sum(({ people }) => people),
    interval: answers.every(({ details }) => details.interval)
      ? {
          low: sum(({ details }) => details.interval!.low),
          high: sum(({ details }) => details.interval!.high),
        }
      : null,
    answers,
  };
}

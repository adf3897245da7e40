/**
 * Sums answers and interval bounds over the calls of one number, such as a zone's parts. A refusal refuses the sum, as do
 * answers from two versions of a region.
 */
import { type Interval, renewedRegions, sumOfIntervals } from '../clients/javascript/client.ts';
import type { CallState } from './ask-calls.ts';
import type { Call, Count, Row } from './calls-of.ts';
import { type Answer, MIXED_VERSIONS, type Refusal } from './outcome.ts';

export type { Interval };

export interface Total {
  readonly kind: 'total';
  readonly people: number;
  /** Outer bounds, summed over parts; `null` if a part has none. */
  readonly interval: Interval | null;
  readonly answers: readonly Answer[];
}

/** Whether an isochrone is cut, so that the count is a lower bound. */
export const isCut = ({ answers }: Pick<Total, 'answers'>): boolean =>
  answers.some(({ details }) => details.cut === true);

export type CountResult =
  | Total
  | { readonly kind: 'pending' | 'cancelled' }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

export interface AnsweredRow {
  readonly row: Row;
  readonly results: readonly CountResult[];
}

export const areaOf_m2 = ({ answers }: Total): number =>
  answers.reduce((sum, { details }) => sum + details.area_m2, 0);

/** Never a sum without all parts. */
export function resultOf({ calls }: Count, stateOf: (call: Call) => CallState): CountResult {
  const states = calls.map(stateOf);
  const refused = states.find((state) => state.kind === 'refusal');
  if (refused) return refused;
  const answers = states.flatMap((state) => (state.kind === 'answer' ? [state.answer] : []));
  if (answers.length < states.length) {
    return { kind: states.some(({ kind }) => kind === 'pending') ? 'pending' : 'cancelled' };
  }
  if (renewedRegions(answers.map(({ details }) => details)).size > 0)
    return { kind: 'refusal', refusal: MIXED_VERSIONS };
  return {
    kind: 'total',
    people: answers.reduce((sum, { people }) => sum + people, 0),
    interval: sumOfIntervals(answers.map(({ details }) => details.interval)),
    answers,
  };
}

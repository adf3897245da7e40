/** Why numbers of a question are missing. */
import type { MapRegion } from '../routes/map-region.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import type { AnsweredRow } from './panel/answer-view.ts';
import { letterOf } from './question.ts';
import { texts } from './text/texts.ts';

/** A reason for which at least one number is missing. */
export interface ExplainedRefusal {
  readonly status: number;
  /** Of the first place that it holds for, among all. */
  readonly index: number;
  readonly explanation: Explanation;
}

/**
 * Each reason once.
 * @param hasLetters whether several places are compared, so that a reason says for which of them it holds
 */
export function refusalsOf(
  rows: readonly AnsweredRow[],
  regions: readonly MapRegion[],
  hasLetters: boolean,
): ExplainedRefusal[] {
  const found = new Map<string, ExplainedRefusal & { readonly letters: Set<string> }>();
  for (const { row, results } of rows) {
    for (const [i, result] of results.entries()) {
      if (result.kind !== 'refusal') continue;
      const asked = { endpoint: row.counts[i].endpoint, place: row.place };
      const explanation = explainFailure(result.refusal, asked, regions, texts);
      const reason = `${explanation.title} ${explanation.said}`;
      const known = found.get(reason);
      if (known) known.letters.add(letterOf(row.index));
      else {
        const letters = new Set([letterOf(row.index)]);
        found.set(reason, { status: result.refusal.status, index: row.index, explanation, letters });
      }
    }
  }
  return [...found.values()].map(({ letters, explanation, ...rest }) => {
    const title = hasLetters ? `${[...letters].join(', ')}: ${explanation.title}` : explanation.title;
    return { ...rest, explanation: { ...explanation, title } };
  });
}

/** Groups a question's missing numbers by their explained reason. */
import type { MapRegion } from '../routes/map-region.ts';
import type { AnsweredRow } from './count-result.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import { letterOf } from './question.ts';
import { texts } from './text/texts.ts';

export interface ExplainedRefusal {
  readonly status: number;
  readonly indexes: ReadonlySet<number>;
  readonly explanation: Explanation;
}

export function refusalsOf(
  rows: readonly AnsweredRow[],
  regions: readonly MapRegion[],
  hasLetters: boolean,
): ExplainedRefusal[] {
  const found = new Map<string, ExplainedRefusal & { readonly indexes: Set<number> }>();
  for (const { row, results } of rows) {
    for (const [i, result] of results.entries()) {
      if (result.kind !== 'refusal') continue;
      const asked = { endpoint: row.counts[i].endpoint, place: row.place };
      const explanation = explainFailure(result.refusal, asked, regions, texts);
      const reason = `${explanation.title} ${explanation.said}`;
      const known = found.get(reason);
      if (known) known.indexes.add(row.index);
      else found.set(reason, { status: result.refusal.status, indexes: new Set([row.index]), explanation });
    }
  }
  if (!hasLetters) return [...found.values()];
  return [...found.values()].map(({ explanation, ...rest }) => {
    const letters = [...rest.indexes].map(letterOf).join(', ');
    return { ...rest, explanation: { ...explanation, title: texts.lettered(letters, explanation.title) } };
  });
}

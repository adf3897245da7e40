/** Groups a question's missing numbers by their explained reason. */
import type { AnsweredRow } from './count-result.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import { letterOf } from './question.ts';
import { texts } from './text/texts.ts';

interface ExplainedRefusal {
  readonly status: number;
  readonly explanation: Explanation;
}

/** @param hasLetters titles begin with the letters of the places */
export function refusalsOf(rows: readonly AnsweredRow[], hasLetters: boolean): ExplainedRefusal[] {
  const refused = rows.flatMap(({ row: { index }, results }) =>
    results.flatMap((result) => {
      if (result.kind !== 'refusal') return [];
      const { refusal } = result;
      return [{ index, status: refusal.status, explanation: explainFailure(refusal, texts) }];
    }),
  );
  const groups = Map.groupBy(refused, ({ explanation: { title, said } }) => `${title} ${said}`);
  return [...groups.values()].map((group) => {
    const [{ status, explanation }] = group;
    const letters = [...new Set(group.map(({ index }) => letterOf(index)))].join(', ');
    const title = hasLetters ? texts.lettered(letters, explanation.title) : explanation.title;
    return { status, explanation: { ...explanation, title } };
  });
}

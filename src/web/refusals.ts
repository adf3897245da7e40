/** Groups the missing numbers of a question by the reason that is explained to the visitor. */
import type { AnsweredRow } from './count-result.ts';
import { type Explanation, explainFailure } from './explain-failure.ts';
import { texts } from './text/texts.ts';
import { lettersOf } from './text/wording.ts';

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
    const title = hasLetters ? texts.lettered(lettersOf(group), explanation.title) : explanation.title;
    return { status, explanation: { ...explanation, title } };
  });
}

/** Announces the complete answer to screen readers, in an element with role status. */
import { type AnsweredRow, totalsOf } from '../count-result.ts';
import type { Explanation } from '../explain-failure.ts';
import { letterOf } from '../question.ts';
import { texts } from '../text/texts.ts';
import { said } from '../text/wording.ts';
import { byId } from './elements.ts';

export interface Announced {
  readonly rows: readonly AnsweredRow[];
  readonly unions: readonly AnsweredRow[];
  readonly explanations: readonly Explanation[];
  readonly hint: string;
  readonly hasLetters: boolean;
}

export function announce({ rows, unions, explanations, hint, hasLetters }: Announced): void {
  const all = [...rows, ...unions];
  const isPending = all.some(({ results }) => results.some(({ kind }) => kind === 'pending'));
  const numbers = totalsOf(all).map((number) => {
    const { row, total } = number;
    if (total.adds) return texts.lettered(texts.together, `${said(number)}.`);
    return hasLetters ? texts.lettered(letterOf(row.index), `${said(number)}.`) : `${said(number)}.`;
  });
  const reasons = explanations.map(({ title, advice }) => `${title}. ${advice}`);
  const text = isPending ? '' : [...numbers, ...reasons, hint].filter(Boolean).join(' ');
  const status = byId('status');
  if (status.textContent !== text) status.textContent = text;
  if (numbers.length > 0 && !isPending) performance.mark('answered');
}

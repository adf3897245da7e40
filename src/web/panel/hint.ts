import type { Question } from '../question.ts';
import { texts } from '../text/texts.ts';

/** What to do for a first number, or for the next place. */
export function hintOf({ kept, option }: Question, hasKey: boolean): string {
  const isNext = kept.length > 0;
  const key = hasKey ? '' : ` ${texts.keyWillBeAsked}`;
  if (option === 'zone') return `${isNext ? texts.drawNext : texts.drawToCount}${key}`;
  return `${isNext ? texts.clickNext : texts.clickToCount}${key}`;
}

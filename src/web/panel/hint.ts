import { placesOf, type Question } from '../question.ts';
import { texts } from '../text/texts.ts';

/** Sentence on what to do next: for a first number, the next place, or the numbers of a link without a key. */
export function hintOf(question: Question, hasKey: boolean): string {
  if (!hasKey && placesOf(question).length > 0) return texts.keyForNumbers;
  const { kept, option } = question;
  const isNext = kept.length > 0;
  const key = hasKey ? '' : ` ${texts.keyWillBeAsked}`;
  if (option === 'zone') return `${isNext ? texts.drawNext : texts.drawToCount}${key}`;
  return `${isNext ? texts.clickNext : texts.clickToCount}${key}`;
}

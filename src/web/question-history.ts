/** Writes questions to the browser's history: an entry for each, where an incomplete one is replaced. */
import { fragmentOf } from './address.ts';
import type { Question } from './question.ts';

export function questionHistory() {
  let written = '';
  /** Tells that the last entry is of an incomplete question, to be replaced. */
  let isDraft = false;
  return {
    /** Tells whether the page, not the visitor, wrote the address. */
    isOwn: (): boolean => written !== '' && location.hash === written,

    write(question: Question, isFromAddress: boolean, isChanging: boolean): void {
      written = fragmentOf(question);
      const isSame = written === location.hash;
      const url = written || location.pathname + location.search;
      if (isFromAddress || isDraft || isSame) history.replaceState(null, '', url);
      else history.pushState(null, '', url);
      isDraft = !isFromAddress && (isChanging || (written === '' && (isDraft || !isSame)));
    },
  };
}

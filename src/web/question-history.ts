/** Writes questions to the browser's history: an entry for each, where an incomplete one is replaced. */
import { fragmentOf } from './address.ts';
import type { Question } from './question.ts';

export class QuestionHistory {
  #written = '';
  /** Incomplete question, to be replaced. */
  #isDraft = false;

  /** Written by the page, not the visitor. */
  get isOwn(): boolean {
    return this.#written !== '' && location.hash === this.#written;
  }

  write(question: Question, isFromAddress: boolean, isChanging: boolean): void {
    const written = fragmentOf(question);
    const isSame = written === location.hash;
    const url = written || location.pathname + location.search;
    if (isFromAddress || this.#isDraft || isSame) history.replaceState(null, '', url);
    else history.pushState(null, '', url);
    this.#written = written;
    this.#isDraft = !isFromAddress && (isChanging || (written === '' && (this.#isDraft || !isSame)));
  }
}

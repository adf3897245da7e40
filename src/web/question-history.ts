/** Writes questions to the browser's history: an entry for each, where an incomplete one is replaced. */
import { fragmentOf } from './address.ts';
import type { Question } from './question.ts';

export class QuestionHistory {
  #written = '';
  /** The latest entry is an incomplete question, which is replaced. */
  #isDraft = false;

  /** The page wrote the address, not the visitor. */
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

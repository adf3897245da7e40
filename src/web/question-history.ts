/** The page's address and the browser's history: each question that is asked is an entry. */
import { fragmentOf } from './address.ts';
import type { Question } from './question.ts';

export class QuestionHistory {
  /** The fragment that the page has written last. */
  #written = '';
  /** Whether the current entry is of a question that is not complete: the next one takes its place. */
  #isDraft = false;

  /** Whether the address is the page's own, and not one that the visitor entered or went back to. */
  get isOwn(): boolean {
    return this.#written !== '' && location.hash === this.#written;
  }

  /**
   * @param isFromAddress whether the history has an entry for the question
   * @param isChanging whether the question is being dragged, and is a draft of an entry
   */
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

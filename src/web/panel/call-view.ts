/** The exact call behind the number, to copy. */

import { pathOf } from '../../request/parse-count-query.ts';
import { withDetails } from '../ask-count.ts';
import { type Language, snippet } from '../call-snippets.ts';
import { parametersOf, type Question } from '../question.ts';
import { byId, copyFrom } from './elements.ts';

export class CallView {
  readonly #section = byId<HTMLElement>('call');
  readonly #code = byId<HTMLElement>('call-code');
  #question: Question | null = null;

  constructor() {
    this.#section.addEventListener('change', () => this.#render());
    const copy = byId<HTMLButtonElement>('copy-call');
    copy.addEventListener('click', () => void copyFrom(copy, this.#code.textContent));
    const share = byId<HTMLButtonElement>('copy-link');
    share.addEventListener('click', () => void copyFrom(share, location.href));
  }

  show(question: Question): void {
    this.#question = question;
    this.#render();
  }

  #render(): void {
    const parameters = this.#question && parametersOf(this.#question);
    this.#section.hidden = !parameters;
    if (!this.#question || !parameters) return;
    const { endpoint } = this.#question;
    const language = this.#section.querySelector<HTMLInputElement>('input:checked')!.value as Language;
    const url = `${location.origin}${pathOf(endpoint)}`;
    this.#code.textContent = snippet(language, url, endpoint, withDetails(parameters));
  }
}

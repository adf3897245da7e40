/** Shows an API call of the current place as code to copy (curl, JavaScript or Python). */

import { pathOf } from '../../endpoints.ts';
import { type Language, snippet } from '../call-snippets.ts';
import { type Call, withDetails } from '../calls-of.ts';
import { copyFrom } from '../copy-from.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

export class CallView {
  readonly #section = byId<HTMLElement>('call');
  readonly #code = byId<HTMLElement>('call-code');
  #call: Call | undefined;

  constructor() {
    this.#section.addEventListener('change', () => this.#render());
    const copy = byId<HTMLButtonElement>('copy-call');
    copy.addEventListener('click', () => void copyFrom(copy, this.#code.textContent, texts));
  }

  show(call: Call | undefined): void {
    this.#call = call;
    this.#section.hidden = !call;
    this.#render();
  }

  #render(): void {
    if (!this.#call) return;
    const { endpoint, parameters } = this.#call;
    const language = this.#section.querySelector<HTMLInputElement>('input:checked')!.value as Language;
    const url = `${location.origin}${pathOf(endpoint)}`;
    this.#code.textContent = snippet(language, url, endpoint, withDetails(parameters));
  }
}

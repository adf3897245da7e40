/** Progress of a long question, and its cancel button. */
import type { Progress } from '../ask-calls.ts';
import { texts } from '../text/texts.ts';
import { button, create } from './elements.ts';

/** Persists, so that its button keeps the focus. */
export class ProgressView {
  readonly #text = create('span', '');
  readonly #bar = create('progress', '');
  readonly element: HTMLElement;

  constructor(cancel: () => void) {
    this.#bar.setAttribute('aria-label', texts.counting);
    this.element = create('div', 'progress', this.#text, this.#bar, button(texts.cancel, '', cancel));
  }

  show({ all, done, waitsUntil_ms }: Progress, now_ms: number): void {
    if (all > 1) {
      this.#bar.max = all;
      this.#bar.value = done;
    } else this.#bar.removeAttribute('value');
    const seconds = waitsUntil_ms === null ? 0 : Math.max(1, Math.ceil((waitsUntil_ms - now_ms) / 1000));
    this.#text.textContent = waitsUntil_ms !== null ? texts.waiting(seconds) : countingText(done, all);
  }
}

const countingText = (done: number, all: number): string =>
  all > 1 ? texts.countingOf(done, all) : texts.counting;

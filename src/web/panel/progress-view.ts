/** How far a question has come that takes longer than a moment, and the way to give it up. */
import type { Progress } from '../ask-calls.ts';
import { texts } from '../text/texts.ts';
import { button, create } from './elements.ts';

/** @param now_ms milliseconds since 1970 */
export function progressView(
  { all, done, waitsUntil_ms }: Progress,
  now_ms: number,
  cancel: () => void,
): HTMLElement {
  const bar = create('progress', '');
  bar.setAttribute('aria-label', texts.counting);
  if (all > 1) {
    bar.max = all;
    bar.value = done;
  }
  const seconds = waitsUntil_ms === null ? 0 : Math.max(1, Math.ceil((waitsUntil_ms - now_ms) / 1000));
  const text = waitsUntil_ms !== null ? texts.waiting(seconds) : countingText(done, all);
  return create('div', 'progress', create('span', '', text), bar, button(texts.cancel, '', cancel));
}

const countingText = (done: number, all: number): string =>
  all > 1 ? texts.countingOf(done, all) : texts.counting;

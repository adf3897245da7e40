import type { Total } from '../count-result.ts';
import { texts } from '../text/texts.ts';
import { people } from '../text/wording.ts';
import { create } from './elements.ts';

/** How far a number may be off, in a sentence. */
export function intervalView({ interval, answers }: Total): HTMLElement {
  if (!interval) return create('p', 'interval', texts.noInterval);
  const bounds = [
    `${texts.between} `,
    create('b', '', people(interval.low)),
    ` ${texts.and} `,
    create('b', '', people(interval.high)),
  ];
  return answers.length === 1
    ? create('p', 'interval', ...bounds, texts.nineInTen)
    : create('p', 'interval', ...bounds, '. ', texts.outerBounds(answers.length));
}

import type { Total } from '../count-result.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { people } from '../text/wording.ts';
import { create } from './elements.ts';
import { endOfScale, intervalBar } from './interval-bar.ts';

/** Interval of a number, drawn and in words. */
export function intervalView(total: Total): HTMLElement {
  const { people: rounded, interval } = supportedCount(total.people, total.interval);
  if (!interval) return create('p', 'interval', texts.noInterval);
  if (interval.high === null) return create('p', 'interval', texts.boundOfCut(people(rounded)));
  const bounds = [
    ...intervalBar(total.people, interval, endOfScale([interval])),
    `${texts.between} `,
    create('b', '', people(interval.low)),
    ` ${texts.and} `,
    create('b', '', people(interval.high)),
  ];
  const { length } = total.answers;
  return length === 1
    ? create('p', 'interval', ...bounds, texts.nineInTen)
    : create('p', 'interval', ...bounds, '. ', texts.outerBounds(length));
}

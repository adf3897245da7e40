/** Makes the HTML of a count: its supported digits, its interval in words, and as a bar from 0 with a mark at the count. */
import type { Interval, Total } from '../count-result.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { counted, people } from '../text/wording.ts';
import { create } from './elements.ts';

/** Makes an HTML `data` element: supported digits as text, the exact count as value. */
export function countElement(total: Total): HTMLElement {
  const data = create('data', '', counted(total));
  data.value = String(total.people);
  return create('strong', '', data);
}

/** Draws the interval of a number, and says it in words. */
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
  const isSum = total.details.length > 1;
  return create('p', 'interval', ...bounds, isSum ? `. ${texts.sumOfParts}` : texts.nineInTen);
}

/** Draws nothing without an upper bound. Hidden from screen readers. */
export function intervalBar(count: number, interval: Interval | null, end: number): HTMLElement[] {
  if (interval === null || interval.high === null) return [];
  const bar = create('span', 'interval-bar');
  bar.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries({ ...interval, count }))
    bar.style.setProperty(`--${name}`, `${end > 0 ? (100 * value!) / end : 0}%`);
  return [bar];
}

export const endOfScale = (intervals: readonly (Interval | null)[]): number =>
  1.06 * Math.max(0, ...intervals.map((interval) => interval?.high ?? 0));

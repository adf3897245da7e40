/** HTML of a count: its supported digits, its interval in words, and as a bar from 0 with a mark at the count. */
import type { Interval, Total } from '../count-result.ts';
import { supportedCount } from '../supported-digits.ts';
import { texts } from '../text/texts.ts';
import { counted, people } from '../text/wording.ts';
import { create } from './elements.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Thinner is invisible. */
const LEAST_WIDTH_PERCENT = 0.6;

/** HTML `data` element of a count: supported digits as text, exact as value. */
export function countElement(total: Total): HTMLElement {
  const data = create('data', '', counted(total));
  data.value = String(total.people);
  return create('strong', '', data);
}

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
  const { length } = total.details;
  return length === 1
    ? create('p', 'interval', ...bounds, texts.nineInTen)
    : create('p', 'interval', ...bounds, '. ', texts.outerBounds(length));
}

/** Draws nothing without an upper bound. Hidden from screen readers. */
export function intervalBar(count: number, interval: Interval | null, end: number): SVGSVGElement[] {
  if (interval === null || interval.high === null) return [];
  const { low, high } = interval;
  const percent = (value: number): number => (end > 0 ? (100 * value) / end : 0);
  const bar = shape('svg', { class: 'interval-bar', 'aria-hidden': 'true' });
  const width = Math.max(LEAST_WIDTH_PERCENT, percent(high) - percent(low));
  bar.append(
    shape('rect', { class: 'scale', width: '100%', height: '2', y: '5' }),
    shape('rect', { class: 'bounds', x: `${percent(low)}%`, width: `${width}%`, height: '8', y: '2' }),
    shape('rect', { class: 'mark', x: `${percent(count)}%`, width: '3', height: '12', rx: '1' }),
  );
  return [bar];
}

function shape<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

export const endOfScale = (intervals: readonly (Interval | null)[]): number =>
  1.06 * Math.max(0, ...intervals.map((interval) => interval?.high ?? 0));

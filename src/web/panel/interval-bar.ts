/** Draws an interval as a bar from 0, with a mark at the count, on a common scale. */
import type { Interval } from '../count-result.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Thinner is invisible. */
const LEAST_WIDTH_PERCENT = 0.6;

/** Draws nothing without an upper bound. Hidden from screen readers. */
export function intervalBar(people: number, interval: Interval | null, end: number): SVGSVGElement[] {
  if (interval === null || interval.high === null) return [];
  const { low, high } = interval;
  const percent = (value: number): number => (end > 0 ? (100 * value) / end : 0);
  const bar = shape('svg', { class: 'interval-bar', 'aria-hidden': 'true' });
  const width = Math.max(LEAST_WIDTH_PERCENT, percent(high) - percent(low));
  bar.append(
    shape('rect', { class: 'scale', width: '100%', height: '2', y: '5' }),
    shape('rect', { class: 'bounds', x: `${percent(low)}%`, width: `${width}%`, height: '8', y: '2' }),
    shape('rect', { class: 'mark', x: `${percent(people)}%`, width: '3', height: '12', rx: '1' }),
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

/** Draws intervals in percent of the count as a band over a logarithmic axis of counts, in SVG. */
import { html } from 'hono/html';
import { whole } from '../base/numbers/whole-number.ts';
import type { Markup } from './draw-map.ts';

export interface CountRange {
  readonly people: number;
  readonly low: number;
  readonly high: number;
}

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 62;
const RIGHT = 24;
const TOP = 12;
const BOTTOM = 52;
const LOWEST = -100;
const HIGHEST = 100;

/** @param ranges ascending by count, at least two; the last count is the total */
export function intervalPlot(ranges: readonly CountRange[], label: string): Markup {
  const [first, last] = [ranges[0].people, ranges[ranges.length - 1].people];
  const x = (people: number): number =>
    LEFT + (Math.log(people / first) / Math.log(last / first)) * (WIDTH - LEFT - RIGHT);
  const y = (percent: number): number =>
    TOP + ((HIGHEST - percent) / (HIGHEST - LOWEST)) * (HEIGHT - TOP - BOTTOM);
  const at = (people: number, bound: number): string => {
    const percent = (100 * (bound - people)) / people;
    return `${x(people).toFixed(1)},${y(Math.min(HIGHEST, Math.max(LOWEST, percent))).toFixed(1)}`;
  };
  const highs = ranges.map(({ people, high }) => at(people, high));
  const lows = ranges.map(({ people, low }) => at(people, low)).reverse();
  const across = [-100, -50, 0, 50, 100].map(
    (percent) => html`<path class="grid" d="M${LEFT},${y(percent)}H${WIDTH - RIGHT}"/>
<text class="tick" x="${LEFT - 8}" y="${y(percent) + 4}" text-anchor="end">${percent > 0 ? '+' : ''}${percent} %</text>`,
  );
  const up = tickCounts(first, last).map(
    (people) => html`<path class="grid" d="M${x(people).toFixed(1)},${TOP}V${HEIGHT - BOTTOM}"/>
<text class="tick" x="${x(people).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${whole(people)}</text>`,
  );
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label}">
<path class="interval" d="M${[...highs, ...lows].join('L')}Z"/>${across}${up}
<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">people counted in a zone</text></svg>`;
}

function tickCounts(first: number, last: number): number[] {
  const powers = Array.from({ length: 9 }, (_, exponent) => 10 ** exponent);
  return [first, ...powers.filter((power) => power >= 2 * first && power <= last / 2), last];
}

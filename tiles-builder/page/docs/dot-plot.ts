/** Draws a dot plot as SVG, with a line to compare with. */
import { html } from 'hono/html';

export interface DotRow {
  readonly label: string;
  readonly dots: readonly { readonly value: number; readonly title: string }[];
}
export interface DotAxis {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly line: number;
  readonly axis: string;
}

const WIDTH = 720;
const LEFT = 230;
const RIGHT = 20;
const ROW = 24;
const BOTTOM = 44;

/** @throws Error without rows, or for a value beyond the axis */
export function dotPlot(rows: readonly DotRow[], { from, to, step, line, axis }: DotAxis): string {
  if (rows.length === 0) throw new Error(`nothing to plot: ${axis}`);
  const x = (value: number): number => LEFT + ((value - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const bottom = rows.length * ROW + 4;
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
  const drawn = rows.map(({ label, dots }, i) => {
    const y = (i + 0.5) * ROW + 4;
    const circles = dots.map(({ value, title }) => {
      if (value < from || value > to) throw new Error(`${title}: ${value} is beyond the axis of ${axis}`);
      return html`<circle cx="${x(value).toFixed(1)}" cy="${y}" r="5"><title>${title}: ${value.toFixed(1)}</title></circle>`;
    });
    return html`<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${label}</text>${circles}`;
  });
  return String(
    html`<svg class="plot" viewBox="0 0 ${WIDTH} ${bottom + BOTTOM}" width="${WIDTH}" height="${bottom + BOTTOM}" role="img" aria-label="Plot: ${axis}">${ticks.map(
      (tick) =>
        html`<path class="${tick === line ? 'line' : 'grid'}" d="M${x(tick).toFixed(1)},4V${bottom}"/><text class="tick" x="${x(tick).toFixed(1)}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`,
    )}${drawn}<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${bottom + 36}" text-anchor="middle">${axis}</text></svg>`,
  );
}

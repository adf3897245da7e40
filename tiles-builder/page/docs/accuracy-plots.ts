/** Draws dot plots (SVG) of the accuracy page from Markdown tables of its appendix. */
import { Marked, type Tokens } from 'marked';
import { dotPlot } from './dot-plot.ts';

type Row = Readonly<Record<string, string>>;

/** @throws Error for a missing table or row */
export function accuracyPlot(name: string, measurements: string): string {
  const plot = PLOTS[name];
  if (!plot) throw new Error(`no plot ${name}`);
  return plot((column) => rowsOf(measurements, column));
}

const PLOTS: Readonly<Record<string, (rowsWith: (column: string) => readonly Row[]) => string>> = {
  'living-errors': (rowsWith) =>
    dotPlot(
      rowsWith('livingcount').map((row) => ({
        label: row['census made coarser'],
        dots: [
          {
            value: (100 * figure(row.livingcount)) / Math.min(figure(row.footprint), figure(row.simple)),
            title: row['census made coarser'],
          },
        ],
      })),
      {
        ...{ from: 0, to: 120, step: 20, line: 100 },
        axis: 'error in percent of that of the better simple method; left of the line is better',
      },
    ),
  'living-coverage': (rowsWith) =>
    dotPlot(
      rowsWith('zones by')
        .filter((row) => row['zones by'].startsWith('squares in whole units'))
        .map(({ 'zones by': zones, ...towns }) => ({
          label: zones,
          dots: Object.entries(towns)
            .filter(([, text]) => text !== '–')
            .map(([town, text]) => ({ value: figure(text), title: town })),
        })),
      { from: 50, to: 100, step: 10, line: 90, axis: 'zones of 100 whose true number lies in the interval' },
    ),
  'panel-bias': (rowsWith) =>
    dotPlot(
      rowsWith('panel').map(({ panel, 'zones from': people, ...towns }) => ({
        label: people.endsWith('people') ? `panel of ${panel}, ${people}` : people,
        dots: Object.entries(towns).map(([town, text]) => ({ value: figure(text), title: town })),
      })),
      {
        ...{ from: -20, to: 10, step: 5, line: 0 },
        axis: 'percent too low or too high together; a dot for each kind of town',
      },
    ),
};

function figure(text: string): number {
  const value = Number.parseFloat(text.replaceAll(',', ''));
  if (Number.isNaN(value)) throw new Error(`no figure: ${text}`);
  return value;
}

function rowsOf(markdown: string, column: string): Row[] {
  const tables = new Marked().lexer(markdown).filter((token) => token.type === 'table') as Tokens.Table[];
  const table = tables.find(({ header }) => header.some(({ text }) => text === column));
  if (!table) throw new Error(`no table with a column ${column}`);
  const names = table.header.map(({ text }) => text);
  return table.rows.map((row) => Object.fromEntries(row.map(({ text }, i) => [names[i], text])));
}

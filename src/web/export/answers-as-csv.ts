/** Exports a comparison as CSV (RFC 4180), a row a place and reach, with spreadsheet formulas disabled. */
import { pathOf } from '../../endpoints.ts';
import { type AnsweredRow, isCut, type Total } from '../count-result.ts';
import { letterOf } from '../question.ts';
import { COMPARISON_COLUMNS, type RESULT_COLUMNS } from './count-columns.ts';

export function answersAsCsv(rows: readonly AnsweredRow[]): string {
  const lines = rows.flatMap(({ row, results }) =>
    results.flatMap((result, i) =>
      result.kind === 'total' ? [lineOf(row, pathOf(row.counts[i].endpoint), result)] : [],
    ),
  );
  return csvOf([COMPARISON_COLUMNS, ...lines]);
}

export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(quoted).join()}\r\n`).join('');

function lineOf({ place, index, reach }: AnsweredRow['row'], path: string, total: Total): string[] {
  const { answers } = total;
  const [lon, lat] = place.option === 'isochrone' ? place.origin : [];
  const line: Record<(typeof COMPARISON_COLUMNS)[number], unknown> = {
    place: letterOf(index),
    name: place.name,
    lon,
    lat,
    travel: reach?.travel,
    time_s: reach?.time_s,
    count: path.slice(path.lastIndexOf('/') + 1),
    parts: answers.length,
    area_m2: answers.reduce((sum, { details }) => sum + details.area_m2, 0),
    ...columnsOf(total),
  };
  return COMPARISON_COLUMNS.map((column) => String(line[column] ?? ''));
}

export function columnsOf(
  total: Total,
): Record<(typeof RESULT_COLUMNS)[number], string | number | boolean | undefined> {
  const { people, interval, answers } = total;
  const { dataset } = answers[0].details;
  return {
    people,
    low: interval?.low,
    high: interval?.high ?? undefined,
    coverage: Math.min(...answers.map(({ details }) => details.coverage)),
    cut: isCut(total),
    simulated: answers.some(({ details }) => details.dataset.simulated),
    region: dataset.region,
    version: dataset.version,
    sources: sourcesOf(total),
  };
}

export function sourcesOf({ answers }: Total): string {
  const sources = answers.flatMap(({ details }) => details.dataset.sources);
  const named = sources.flatMap(({ role, vintage, attribution }) =>
    attribution ? [[role, vintage, attribution].filter((part) => part !== null).join(' ')] : [],
  );
  return [...new Set(named)].join('; ');
}

/** Where spreadsheets see formulas (OWASP, CSV injection): at a text's start, or after a separator. */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Puts an apostrophe before what a spreadsheet would run as a formula. */
export const withoutFormulas = (text: string): string =>
  NUMBER.test(text) ? text : text.replace(FORMULA, "'");

function quoted(text: string): string {
  const safe = withoutFormulas(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

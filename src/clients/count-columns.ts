/** Defines the columns of exported counts, and writes CSV without spreadsheet formulas (RFC 4180). */
import type { Details } from '../generated/api-types.ts';
import { type Interval, sourcesOf } from './javascript/client.ts';

interface Counted {
  readonly people: number;
  readonly interval: Interval | null;
  readonly details: readonly Details[];
}

const QUESTION_COLUMNS = ['travel', 'time_s', 'count'] as const;
export const RESULT_COLUMNS = [
  'people',
  'low',
  'high',
  'coverage',
  'cut',
  'simulated',
  'region',
  'version',
  'sources',
] as const;

export const ASKED_COLUMNS = ['id', 'lon', 'lat', 'wkt', ...QUESTION_COLUMNS] as const;
/** `error` is the service's message. */
export const SITE_COLUMNS = [...ASKED_COLUMNS, ...RESULT_COLUMNS, 'error'] as const;
const GEOMETRY_COLUMNS: readonly string[] = ['lon', 'lat', 'wkt'];
/** Columns that are the properties of a GeoJSON feature. */
export const PROPERTIES = SITE_COLUMNS.filter((column) => !GEOMETRY_COLUMNS.includes(column));

/** Returns the cells of a count by their columns. */
export function columnsOf({
  people,
  interval,
  details,
}: Counted): Record<(typeof RESULT_COLUMNS)[number], string | number | boolean | undefined> {
  const datasets = details.flatMap((of) => of.datasets);
  const distinct = (texts: readonly string[]): string => [...new Set(texts)].join('; ');
  return {
    people,
    low: interval?.low,
    high: interval?.high ?? undefined,
    coverage: Math.min(...details.map(({ coverage }) => coverage)),
    cut: details.some(({ cut }) => cut === true),
    simulated: datasets.some(({ simulated }) => simulated),
    region: distinct(datasets.map(({ region }) => region)),
    version: distinct(datasets.map(({ version }) => version)),
    sources: sourcesOf(details).join('; '),
  };
}

export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(quoted).join()}\r\n`).join('');

/** Finds where spreadsheets see formulas (OWASP, CSV injection): at a text's start, or after a separator. */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])/g;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Puts an apostrophe before what a spreadsheet would run as a formula. */
export const withoutFormulas = (text: string): string =>
  NUMBER.test(text) ? text : text.replace(FORMULA, "'");

function quoted(text: string): string {
  const safe = withoutFormulas(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

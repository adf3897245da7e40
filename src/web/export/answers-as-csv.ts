/** Exports a comparison as CSV (RFC 4180), a row a place and reach, with spreadsheet formulas disabled. */
import { COMPARISON_COLUMNS, columnsOf, csvOf } from '../../clients/count-columns.ts';
import { pathOf } from '../../endpoints.ts';
import type { AnsweredRow, Total } from '../count-result.ts';
import { letterOf } from '../question.ts';

export function answersAsCsv(rows: readonly AnsweredRow[]): string {
  const lines = rows.flatMap(({ row, results }) =>
    results.flatMap((result, i) =>
      result.kind === 'total' ? [lineOf(row, pathOf(row.counts[i].endpoint), result)] : [],
    ),
  );
  return csvOf([COMPARISON_COLUMNS, ...lines]);
}

function lineOf({ place, index, reach }: AnsweredRow['row'], path: string, total: Total): string[] {
  const [lon, lat] = place.option === 'isochrone' ? place.origin : [];
  const line: Record<(typeof COMPARISON_COLUMNS)[number], unknown> = {
    place: letterOf(index),
    name: place.name,
    lon,
    lat,
    travel: reach?.travel,
    time_s: reach?.time_s,
    count: path.slice(path.lastIndexOf('/') + 1),
    parts: total.details.length,
    area_m2: total.area_m2,
    ...columnsOf(total),
  };
  return COMPARISON_COLUMNS.map((column) => String(line[column] ?? ''));
}

/** Reads the rows of a table, which is a CSV or the features of another file, by the names of their columns. */
import { BadInput } from '../base/failures/bad-input.ts';
import { didYouMean } from '../base/failures/nearest-name.ts';
import { isCsv } from './config/format-of.ts';
import { readCsv } from './formats/csv.ts';
import type { LayerSource } from './formats/layer.ts';
import { withLayer, withUnzipped } from './formats/open-layer.ts';

export interface TableRow {
  /** Place of the row for messages. */
  readonly where: string;
  /** @throws BadInput if the row lacks the column */
  readonly valueIn: (column: string) => unknown;
}

type TakeRow = (row: TableRow) => Promise<void> | void;

/** @param columns that the file has to have, among which those asked for are */
export function eachRow(
  source: LayerSource,
  columns: readonly string[],
  scratch: string,
  take: TakeRow,
): Promise<void> {
  return withUnzipped(source, scratch, (unzipped) =>
    isCsv(unzipped.file)
      ? eachRecord(unzipped.file, columns, take)
      : eachFeature(unzipped, columns, scratch, take),
  );
}

/** Does {@link eachRow} for a CSV. */
export async function eachRecord(file: string, columns: readonly string[], take: TakeRow): Promise<void> {
  let places: ReadonlyMap<string, number> | null = null;
  for await (const { line, fields } of readCsv(file)) {
    const where = `line ${line}`;
    if (places === null) {
      const names = fields.map((name) => name.trim());
      requireColumns(file, where, columns, names);
      places = new Map(columns.map((column) => [column, names.indexOf(column)]));
      continue;
    }
    const known = places;
    const valueIn = (column: string): string => {
      const text = fields[known.get(column)!];
      if (text === undefined) throw new BadInput(file, where, `ends before the column ${column}`);
      return text;
    };
    await take({ where, valueIn });
  }
  if (places === null) throw new BadInput(file, null, 'is empty');
}

function eachFeature(
  source: LayerSource,
  columns: readonly string[],
  scratch: string,
  take: TakeRow,
): Promise<void> {
  const { file } = source;
  return withLayer(source, scratch, async (layer) => {
    if (layer.properties) requireColumns(file, null, columns, layer.properties);
    for await (const batch of layer.batches()) {
      for (const { where, properties } of batch) {
        if (!layer.properties) requireColumns(file, where, columns, Object.keys(properties));
        await take({ where, valueIn: (column) => properties[column] });
      }
    }
  });
}

export function requireColumns(
  file: string,
  where: string | null,
  columns: readonly string[],
  names: readonly string[],
): void {
  const missing = columns.find((column) => !names.includes(column));
  if (missing !== undefined)
    throw new BadInput(file, where, `has no column ${missing}`, didYouMean(missing, names));
}

export const textIn = ({ valueIn }: TableRow, column: string): string => String(valueIn(column) ?? '').trim();

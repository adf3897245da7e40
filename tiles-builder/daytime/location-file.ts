/** Describes files of locations (CSV, NDJSON, Parquet) to ClickHouse as tables with typed columns. */
import { type Stats, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { BadInput } from '../base/failures/bad-input.ts';
import { didYouMean } from '../base/failures/nearest-name.ts';
import { reasonOf } from '../base/failures/system-failure.ts';
import { chunksOf } from '../sources/formats/chunks.ts';
import { readCsv } from '../sources/formats/csv.ts';

export type LocationFormat = 'CSVWithNames' | 'JSONEachRow' | 'Parquet';

export interface LocationFile {
  readonly path: string;
  readonly format: LocationFormat;
  /** Names of columns in the file, by SQL identifier. */
  readonly columns: Readonly<Record<string, string>>;
}

const FORMATS: readonly (readonly [RegExp, LocationFormat])[] = [
  [/\.csv(\.gz)?$/i, 'CSVWithNames'],
  [/\.(ndjson|jsonl)(\.gz)?$/i, 'JSONEachRow'],
  [/\.parquet$/i, 'Parquet'],
];

/** Checks that a file is readable and has its columns; those of Parquet are not checked. */
export async function openLocationFile(
  path: string,
  columns: LocationFile['columns'],
): Promise<LocationFile> {
  const format = FORMATS.find(([ending]) => ending.test(path))?.[1];
  if (!format)
    throw new BadInput(path, null, 'locations are read from .csv, .ndjson, .jsonl (also .gz) or .parquet');
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (cause) {
    throw new BadInput(path, null, reasonOf(cause));
  }
  if (stats.isDirectory()) throw new BadInput(path, null, reasonOf({ code: 'EISDIR' }));
  if (stats.size === 0) throw new BadInput(path, null, 'the file is empty');
  const file: LocationFile = { path, format, columns };
  if (format !== 'Parquet') await requireColumns(file);
  return file;
}

const namesIn = ({ columns }: LocationFile): string[] => [...new Set(Object.values(columns))];

async function requireColumns(file: LocationFile): Promise<void> {
  for await (const { line, names } of textRecords(file)) {
    const missing = namesIn(file).filter((column) => !names.includes(column));
    if (missing.length === 0) return;
    throw new BadInput(
      file.path,
      `line ${line}`,
      `has no column ${missing.join(', ')}`,
      didYouMean(missing[0], names),
    );
  }
  throw new BadInput(file.path, null, 'the file is empty');
}

/** Parquet types that are not read as text. */
const NUMBER = /^(U?Int(8|16|32|64)|Float(32|64))$/;

/** Gives ClickHouse the types of columns: text, so that unreadable values are found, but for Parquet's numbers. */
export class ColumnStructure {
  readonly #file: LocationFile;
  readonly #types: ReadonlyMap<string, string>;

  /** @param types by file column; else text */
  constructor(file: LocationFile, types: ReadonlyMap<string, string> = new Map()) {
    this.#file = file;
    this.#types = types;
  }

  /** Returns the structure for the table functions `file` and `input`. */
  get text(): string {
    return namesIn(this.#file)
      .map((column) => `${quoteIdentifier(column)} Nullable(${this.#typeOf(column)})`)
      .join(', ');
  }

  /** @returns subquery of columns by SQL name, text trimmed and NULL if empty */
  rowsOf(source: string): string {
    const values = Object.entries(this.#file.columns).map(([name, column]) => {
      // The table's name tells the column from an alias of the same name.
      const value = `source.${quoteIdentifier(column)}`;
      return `${this.#typeOf(column) === 'String' ? `nullIf(trimBoth(${value}), '')` : value} AS ${name}`;
    });
    return `(SELECT ${values.join(', ')} FROM ${source} AS source)`;
  }

  #typeOf(column: string): string {
    const type = this.#types.get(column)?.replace(/^Nullable\((.*)\)$/, '$1') ?? '';
    return NUMBER.test(type) ? type : 'String';
  }
}

const quoteIdentifier = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** Texts by SQL name, '' if empty. */
export interface TextRow {
  readonly line: number;
  readonly values: ReadonlyMap<string, string>;
}

export async function* textRows(file: LocationFile): AsyncGenerator<TextRow> {
  for await (const { line, names, texts } of textRecords(file)) {
    if (texts === names) continue;
    const values = Object.entries(file.columns).map(
      ([name, column]) => [name, texts[names.indexOf(column)] ?? ''] as const,
    );
    yield { line, values: new Map(values) };
  }
}

interface TextRecord {
  readonly line: number;
  readonly names: readonly string[];
  /** By name; the names themselves in the header of a CSV. */
  readonly texts: readonly string[];
}

const textRecords = (file: LocationFile): AsyncGenerator<TextRecord> =>
  file.format === 'CSVWithNames' ? recordsOfCsv(file.path) : recordsOfJson(file.path);

async function* recordsOfCsv(path: string): AsyncGenerator<TextRecord> {
  let names: readonly string[] | undefined;
  for await (const { line, fields } of readCsv(path, ',')) {
    const texts = fields.map((field) => field.trim());
    names ??= texts;
    yield { line, names, texts };
  }
}

async function* recordsOfJson(path: string): AsyncGenerator<TextRecord> {
  const input = Readable.from(chunksOf(path));
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line++;
      const json = text.replace(/^\uFEFF/, '').trim();
      if (json === '') continue;
      const object = parseObject(path, line, json);
      yield { line, names: Object.keys(object), texts: Object.values(object).map(asText) };
    }
  } finally {
    input.destroy();
  }
}

function parseObject(path: string, line: number, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    throw new Error('not a JSON object');
  } catch (cause) {
    throw new BadInput(path, `line ${line}`, (cause as Error).message);
  }
}

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value.trim()
      : JSON.stringify(value);

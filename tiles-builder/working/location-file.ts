/** A file of locations as the SQL engines read it. */
import { createReadStream, type Stats, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { BadInput } from '../failures/bad-input.ts';
import { didYouMean } from '../failures/nearest-name.ts';
import { reasonOf, systemFailure } from '../failures/system-failure.ts';
import { readCsv } from '../read/formats/csv.ts';

/** Names as ClickHouse knows them. */
export type LocationFormat = 'CSVWithNames' | 'JSONEachRow' | 'Parquet';

export interface LocationFile {
  readonly path: string;
  readonly format: LocationFormat;
  /** Columns that are read, by their names in the file. */
  readonly columns: readonly string[];
}

const FORMATS: readonly (readonly [RegExp, LocationFormat])[] = [
  [/\.csv(\.gz)?$/i, 'CSVWithNames'],
  [/\.(ndjson|jsonl)(\.gz)?$/i, 'JSONEachRow'],
  [/\.parquet$/i, 'Parquet'],
];

/**
 * Checks that a file can be read and has the columns, as far as its first line tells.
 * @throws BadInput
 */
export async function openLocationFile(path: string, columns: readonly string[]): Promise<LocationFile> {
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
  const file: LocationFile = { path, format, columns: [...new Set(columns)] };
  if (format !== 'Parquet') await requireColumns(file);
  return file;
}

async function requireColumns(file: LocationFile): Promise<void> {
  for await (const { line, names } of file.format === 'CSVWithNames' ? headerOf(file) : firstObject(file)) {
    const missing = file.columns.filter((column) => !names.includes(column));
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

interface NamesOnLine {
  readonly line: number;
  readonly names: readonly string[];
}

async function* headerOf({ path }: LocationFile): AsyncGenerator<NamesOnLine> {
  for await (const { line, fields } of readCsv(path, ',')) {
    yield { line, names: fields.map((field) => field.trim()) };
  }
}

async function* firstObject({ path }: LocationFile): AsyncGenerator<NamesOnLine> {
  for await (const { line, text } of linesOf(path)) {
    if (text.trim() !== '') yield { line, names: Object.keys(parseObject(path, line, text)) };
  }
}

/** Types of a Parquet file's columns that need not go through text, as ClickHouse calls them. */
const NUMBER = /^(U?Int(8|16|32|64)|Float(32|64))$/;

/** The columns as ClickHouse reads them. All but a Parquet file's numbers are text, so that what cannot be read is found and not guessed. */
export class ColumnStructure {
  readonly #columns: readonly { readonly name: string; readonly type: string }[];

  /** @param types by column, as the file has them; a column without one is read as text */
  constructor(file: LocationFile, types: ReadonlyMap<string, string> = new Map()) {
    this.#columns = file.columns.map((name) => {
      const type = types.get(name)?.replace(/^Nullable\((.*)\)$/, '$1') ?? '';
      return { name: quoteIdentifier(name), type: NUMBER.test(type) ? type : 'String' };
    });
  }

  /** What the table functions `file` and `input` take. */
  get text(): string {
    return this.#columns.map(({ name, type }) => `${name} Nullable(${type})`).join(', ');
  }

  /** @returns a subquery of the columns of `source`, text without spaces around it and NULL where it is empty */
  rowsOf(source: string): string {
    const values = this.#columns.map(({ name, type }) =>
      type === 'String' ? `nullIf(trimBoth(${name}), '') AS ${name}` : name,
    );
    return `(SELECT ${values.join(', ')} FROM ${source})`;
  }
}

const quoteIdentifier = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** What a row of a text file holds in each column that is read, '' where it holds nothing. */
export interface TextRow {
  readonly line: number;
  readonly values: ReadonlyMap<string, string>;
}

/** The rows of a CSV or newline-delimited JSON file, to find what the engine only counts. */
export async function* textRows(file: LocationFile): AsyncGenerator<TextRow> {
  if (file.format === 'CSVWithNames') {
    let header: readonly string[] | null = null;
    for await (const { line, fields } of readCsv(file.path, ',')) {
      if (header === null) {
        header = fields.map((field) => field.trim());
        continue;
      }
      const names = header;
      const fieldOf = (column: string): string => fields[names.indexOf(column)]?.trim() ?? '';
      yield { line, values: new Map(file.columns.map((column) => [column, fieldOf(column)])) };
    }
    return;
  }
  for await (const { line, text } of linesOf(file.path)) {
    if (text.trim() === '') continue;
    const object = parseObject(file.path, line, text);
    yield { line, values: new Map(file.columns.map((column) => [column, asText(object[column])])) };
  }
}

async function* linesOf(path: string): AsyncGenerator<{ line: number; text: string }> {
  const content = createReadStream(path);
  const input = path.endsWith('.gz') ? content.pipe(createGunzip()) : content;
  content.on('error', (error) => input.destroy(error));
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line++;
      yield { line, text: line === 1 ? text.replace(/^\uFEFF/, '') : text };
    }
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    const refused = systemFailure(cause);
    throw refused
      ? new BadInput(path, null, refused.reason)
      : new BadInput(path, `line ${line + 1}`, (cause as Error).message);
  } finally {
    content.destroy();
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

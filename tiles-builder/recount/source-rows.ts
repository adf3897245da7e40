/**
 * Reads a census file's rows in any format, without geometries, by other code than the build that it verifies (but for opening
 * SQLite).
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { type LayerFormat, layerFormatOf } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import { openDatabase } from '../read/formats/geopackage.ts';

export interface SourceRow {
  /** File's id, otherwise the row's place; as in a build. */
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface RowSource {
  readonly file: string;
  readonly layer?: string | undefined;
  readonly columns: readonly string[];
}

type RowReader = (source: RowSource) => AsyncIterable<SourceRow> | Iterable<SourceRow>;

const READERS: Readonly<Record<LayerFormat, RowReader>> = {
  csv: csvRows,
  geojson: geoJsonRows,
  geopackage: geoPackageRows,
  shapefile: shapefileRows,
  flatgeobuf: flatGeobufRows,
  geoparquet: geoParquetRows,
};

export function sourceRows(source: RowSource): ReturnType<RowReader> {
  const format = layerFormatOf(source.file);
  if (format === undefined) throw new BadInput(source.file, null, 'is of no format that is known');
  return READERS[format](source);
}

function bytesOf(file: string): Readable {
  const bytes = createReadStream(file);
  return file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
}

const western = new TextDecoder('windows-1252');
const decoded = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes));

async function* csvRows({ file }: RowSource): AsyncGenerator<SourceRow> {
  let names: string[] | null = null;
  const options = {
    encoding: 'latin1',
    info: true,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
  } as const;
  const parser = parse({ ...options, delimiter: await delimiterOf(file) });
  let end = 0;
  for await (const { record, info } of bytesOf(file).pipe(parser)) {
    const line = end + 1;
    end = info.lines;
    const fields = (record as string[]).map((field) => decoded(Buffer.from(field, 'latin1')).trim());
    if (fields.length === 1 && fields[0] === '') continue;
    if (names === null) {
      names = fields.map((name) => name.replace(/^\ufeff/, ''));
      continue;
    }
    const values: Record<string, string> = {};
    for (const [column, name] of names.entries()) values[name] ??= fields[column];
    yield { id: `line ${line}`, values };
  }
}

async function delimiterOf(file: string): Promise<string> {
  let first = '';
  for await (const chunk of bytesOf(file)) {
    first += (chunk as Buffer).toString('latin1');
    if (first.includes('\n')) break;
  }
  const [header] = first.split('\n', 1);
  return [',', ';', '\t', '|']
    .map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
    .reduce((most, other) => (other.count > most.count ? other : most)).delimiter;
}

async function* geoJsonRows({ file }: RowSource): AsyncGenerator<SourceRow> {
  let number = 0;
  for await (const feature of geoJsonFeatures(bytesOf(file))) {
    number++;
    const values = (feature.properties ?? {}) as Record<string, unknown>;
    yield { id: String(values['@id'] ?? feature.id ?? `feature ${number}`), values };
  }
}

async function* geoJsonFeatures(bytes: Readable): AsyncGenerator<Record<string, unknown>> {
  const objects = new OuterObjects();
  for await (const chunk of bytes.setEncoding('utf8')) {
    for (const { depth, text } of objects.take(chunk)) {
      const json = JSON.parse(text) as Record<string, unknown>;
      if (json.type !== 'Feature') continue;
      if (depth === 1) objects.dropOutermost();
      yield json;
    }
  }
}

/** Cuts objects of the two outermost levels out of JSON chunks. */
class OuterObjects {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  readonly #open: string[] = [];
  #isOutermostDropped = false;

  *take(chunk: string): Generator<{ readonly depth: number; readonly text: string }> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at];
      if (!this.#isBrace(character)) continue;
      const isOpening = character === '{';
      const depth = isOpening ? this.#depth++ : --this.#depth;
      if (depth > 1) continue;
      const end = isOpening ? at : at + 1;
      this.#append(chunk.slice(start, end));
      start = end;
      if (isOpening) this.#begin(depth);
      else {
        const text = this.#open.pop()!;
        if (depth > 0 || !this.#isOutermostDropped) yield { depth, text };
      }
    }
    this.#append(chunk.slice(start));
  }

  dropOutermost(): void {
    this.#isOutermostDropped = true;
    this.#open[0] = '';
  }

  #begin(depth: number): void {
    if (depth === 0) this.#isOutermostDropped = false;
    this.#open.push('');
  }

  #append(text: string): void {
    for (let i = this.#isOutermostDropped ? 1 : 0; i < this.#open.length; i++) this.#open[i] += text;
  }

  #isBrace(character: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '"') this.#inString = !this.#inString;
    else if (this.#inString) this.#isEscaped = character === '\\';
    else return character === '{' || character === '}';
    return false;
  }
}

function* geoPackageRows({ file, layer, columns }: RowSource): Generator<SourceRow> {
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const database = openDatabase(file);
  try {
    const layers = database
      .prepare("SELECT table_name AS name FROM gpkg_contents WHERE data_type = 'features'")
      .all();
    const table = String(layer ?? layers[0].name);
    const key = database
      .prepare(`PRAGMA table_info(${quoted(table)})`)
      .all()
      .find(({ pk }) => pk === 1)?.name;
    const names = key === undefined ? columns : [...columns, String(key)];
    const rows = database.prepare(`SELECT ${names.map(quoted).join()} FROM ${quoted(table)}`);
    rows.setReadBigInts(true);
    let number = 0;
    for (const values of rows.iterate()) {
      number++;
      yield { id: key === undefined ? `feature ${number}` : `${key} ${values[String(key)]}`, values };
    }
  } finally {
    database.close();
  }
}

/** dBASE: a header of 32 bytes, 32 bytes a field, fixed-width records. */
function* shapefileRows({ file }: RowSource): Generator<SourceRow> {
  const table = openSync(file.replace(/\.shp$/i, file.endsWith('SHP') ? '.DBF' : '.dbf'), 'r');
  const bytesAt = (position: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(table, bytes, 0, length, position);
    return bytes;
  };
  try {
    const header = bytesAt(0, 32);
    const [records, headerBytes, recordBytes] = [
      header.readUInt32LE(4),
      header.readUInt16LE(8),
      header.readUInt16LE(10),
    ];
    const fields: { name: string; isNumber: boolean; from: number; to: number }[] = [];
    let from = 1;
    for (let at = 32; bytesAt(at, 1)[0] !== 0x0d; at += 32) {
      const field = bytesAt(at, 32);
      const length = field[16] + (field[11] === 0x43 ? 256 * field[17] : 0);
      const name = decoded(field.subarray(0, 11)).split('\0')[0].trim();
      const isNumber = 'NF'.includes(String.fromCharCode(field[11]));
      fields.push({ name, isNumber, from, to: from + length });
      from += length;
    }
    for (let number = 1; number <= records; number++) {
      const record = bytesAt(headerBytes + (number - 1) * recordBytes, recordBytes);
      if (record[0] === 0x2a) continue;
      const values: Record<string, string> = {};
      for (const { name, isNumber, from, to } of fields) {
        const text = decoded(record.subarray(from, to)).replaceAll('\0', '').trim();
        // Asterisks fill a missing or overflowing number.
        values[name] = isNumber && text.startsWith('*') ? '' : text;
      }
      yield { id: `feature ${number}`, values };
    }
  } finally {
    closeSync(table);
  }
}

async function* flatGeobufRows({ file }: RowSource): AsyncGenerator<SourceRow> {
  let number = 0;
  const features = deserialize(Readable.toWeb(createReadStream(file)) as ReadableStream);
  for await (const { properties } of features) yield { id: `feature ${++number}`, values: properties ?? {} };
}

async function* geoParquetRows({ file, columns }: RowSource): AsyncGenerator<SourceRow> {
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer);
  const known = metadata.schema.map(({ name }) => name);
  const wanted = [...new Set(['id', ...columns])].filter((name) => known.includes(name));
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await parquetReadObjects({
      file: buffer,
      metadata,
      compressors,
      columns: wanted,
      rowStart,
      rowEnd,
    });
    for (const values of rows) {
      rowStart++;
      const isId =
        typeof values.id === 'string' || typeof values.id === 'number' || typeof values.id === 'bigint';
      yield { id: isId ? String(values.id) : `feature ${rowStart}`, values };
    }
  }
}

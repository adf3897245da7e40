/** Reads a CSV, optionally gzipped, by the delimiter (comma, semicolon, tab or bar) most frequent in its header. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { BadInput } from '../../base/failures/bad-input.ts';
import { chunksOf } from './chunks.ts';
import { textOf } from './text.ts';

export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Longer records have an unclosed quote. */
const LONGEST_RECORD = 64 << 20;
const HEADER_BYTES = 1 << 16;

/** Yields non-empty records, header first. */
export async function* readCsv(file: string, delimiter?: string): AsyncGenerator<CsvRecord> {
  const chunks = chunksOf(file);
  const first = await firstBytes(chunks);
  if (first.length === 0) return;
  if (first[0] === 0xff || first[0] === 0xfe) {
    throw new BadInput(file, null, 'is in UTF-16', 'Convert it with iconv -f UTF-16 -t UTF-8.');
  }
  const parser = parse({
    delimiter: delimiter ?? delimiterOf(first),
    // Preserves bytes until each value's encoding is known.
    encoding: 'latin1',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_RECORD,
  });
  const input = Readable.from(withFirst(first, chunks));
  input.on('error', (error) => parser.destroy(error));
  let lines = 0;
  try {
    for await (const { record, info } of input.pipe(parser) as AsyncIterable<Row>) {
      const line = lines + 1;
      lines = info.lines;
      if (record.length > 1 || record[0] !== '') yield { line, fields: record.map(decoded) };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const isOpen = cause.code === 'CSV_QUOTE_NOT_CLOSED' || cause.code === 'CSV_MAX_RECORD_SIZE';
    const line = / at line (\d+)/.exec(cause.message)?.[1] ?? lines + 1;
    throw new BadInput(file, `line ${line}`, isOpen ? 'a quote is not closed' : cause.message);
  } finally {
    input.destroy();
  }
}

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const decoded = (field: string): string =>
  /[\x80-\xff]/.test(field) ? textOf(Buffer.from(field, 'latin1')) : field;

async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < HEADER_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    bytes = Buffer.concat([bytes, next.value]);
  }
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

async function* withFirst(first: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* chunks;
}

function delimiterOf(bytes: Buffer): string {
  const [header] = bytes.toString('latin1').split('\n', 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

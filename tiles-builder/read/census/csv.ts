/** Comma-separated values: quoted fields, comma, semicolon or tab between them, gzipped or not. Source: RFC 4180. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BadInput } from '../../failures/bad-input.ts';
import { reasonOf } from '../../failures/system-failure.ts';

export interface CsvRecord {
  /** Line on which the record begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

const CHUNK_BYTES = 1 << 20;
const DELIMITERS = [',', ';', '\t'];

/**
 * Reads record by record, the header first; empty lines are passed over. The delimiter is the one that the first line has most of.
 * @throws BadInput where the file is missing, empty, not gzip though it is named so, or ends within quotes
 */
export function* readCsv(file: string): Generator<CsvRecord> {
  let text = '';
  let delimiter = '';
  let line = 1;
  let recordLine = 1;
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  let afterQuote = false;
  for (const chunk of textChunks(file)) {
    text += chunk;
    if (delimiter === '') {
      const end = text.indexOf('\n');
      if (end < 0 && chunk !== END) continue;
      delimiter = delimiterOf(end < 0 ? text : text.slice(0, end));
    }
    for (const character of text) {
      if (quoted) {
        if (character === '"') {
          quoted = false;
          afterQuote = true;
        } else {
          field += character;
          if (character === '\n') line++;
        }
        continue;
      }
      if (character === '"' && (field === '' || afterQuote)) {
        if (afterQuote) field += '"';
        quoted = true;
      } else if (character === delimiter) {
        fields.push(field);
        field = '';
      } else if (character === '\n') {
        fields.push(field);
        if (fields.length > 1 || fields[0] !== '') yield { line: recordLine, fields };
        fields = [];
        field = '';
        recordLine = ++line;
      } else if (character !== '\r') field += character;
      afterQuote = false;
    }
    text = '';
  }
  if (quoted) throw new BadInput(file, `line ${recordLine}`, 'a quote is not closed');
}

/** Follows the file's text, so that the last line ends like any other. */
const END = '\n';

function delimiterOf(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function* textChunks(file: string): Generator<string> {
  const decoder = new TextDecoder();
  for (const bytes of file.endsWith('.gz') ? [unzipped(file)] : byteChunks(file)) {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
    }
  }
  yield decoder.decode();
  yield END;
}

function unzipped(file: string): Uint8Array {
  try {
    return gunzipSync(readFileSync(file));
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'cannot be unzipped'));
  }
}

function* byteChunks(file: string): Generator<Uint8Array> {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause));
  }
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const length = readChunk(file, descriptor, buffer);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** @returns how many bytes were read; a folder can be opened like a file, but not read */
function readChunk(file: string, descriptor: number, buffer: Uint8Array): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, null);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause));
  }
}

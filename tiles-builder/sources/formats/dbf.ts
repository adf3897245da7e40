/** Reads the table of a Shapefile (`.dbf`). Source: dBASE III and IV, as ESRI and GDAL write them. */
import { BadInput } from '../../base/failures/bad-input.ts';
import type { ByteReader } from './byte-reader.ts';
import { numberOrText } from './number-or-text.ts';

const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const END_OF_FIELDS = 0x0d;
const DELETED = 0x2a;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

export interface Table {
  readonly names: readonly string[];
  readonly count: number;
  /** Yields rows, `null` for a deleted one. */
  readonly rows: () => Generator<Record<string, unknown> | null>;
}

export function openTable(file: string, bytes: ByteReader, decode: (bytes: Uint8Array) => string): Table {
  const header = Buffer.from(bytes.take(HEADER_BYTES, 'the header'));
  const count = header.readUInt32LE(4);
  const fieldBytes = header.readUInt16LE(8) - HEADER_BYTES;
  const recordBytes = header.readUInt16LE(10);
  if (fieldBytes <= 0 || recordBytes === 0)
    throw new BadInput(file, null, 'is no table of a Shapefile (.dbf)');
  const fields = fieldsOf(bytes.take(fieldBytes, 'the list of fields'), decode);
  const end = fields.at(-1);
  if (!end || end.start + end.length > recordBytes) {
    throw new BadInput(file, null, 'is damaged: its fields do not fit into its records');
  }
  return {
    names: fields.map(({ name }) => name),
    count,
    *rows() {
      for (let row = 1; row <= count; row++) {
        const record = bytes.take(recordBytes, `record ${row}`);
        if (record[0] === DELETED) {
          yield null;
          continue;
        }
        const values: Record<string, unknown> = {};
        for (const { name, type, start, length } of fields) {
          const value = parsedValue(type, record.subarray(start, start + length), decode);
          if (value !== null) values[name] = value;
        }
        yield values;
      }
    },
  };
}

function fieldsOf(list: Buffer, decode: (bytes: Uint8Array) => string): Field[] {
  const fields: Field[] = [];
  let start = 1;
  for (let at = 0; at + FIELD_BYTES <= list.length && list[at] !== END_OF_FIELDS; at += FIELD_BYTES) {
    const name = list.subarray(at, at + 11);
    const end = name.indexOf(0);
    const type = String.fromCharCode(list[at + 11]);
    // Character fields use both bytes as length.
    const length = list[at + 16] + (type === 'C' ? list[at + 17] * 256 : 0);
    fields.push({ name: decode(name.subarray(0, end < 0 ? 11 : end)).trim(), type, start, length });
    start += length;
  }
  return fields;
}

function parsedValue(
  type: string,
  bytes: Buffer,
  decode: (bytes: Uint8Array) => string,
): string | number | boolean | null {
  if (type === 'C')
    return (
      decode(bytes)
        .replace(/[\0 ]+$/, '')
        .trimStart() || null
    );
  const text = bytes.toString('latin1').replaceAll('\0', '').trim();
  if (text === '') return null;
  switch (type) {
    case 'N':
    case 'F':
      if (/^[+-]?\d+$/.test(text)) return numberOrText(BigInt(text.replace('+', '')));
      return NUMBER.test(text) ? Number(text) : /\d/.test(text) ? text : null;
    case 'L':
      return /^[YyTt]$/.test(text) ? true : /^[NnFf]$/.test(text) ? false : null;
    case 'D':
      return /^0*$/.test(text) ? null : text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    default:
      return null;
  }
}

/** Columns of numbers on disk, a file each, accessed in chunks: a call takes at most 2 GB. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const COLUMNS = { Float64Array, Int32Array, Uint32Array, Uint8Array };
type ColumnType = keyof typeof COLUMNS;
export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

const MOST_BYTES_A_CALL = 2 ** 28;

export function writeColumns(folder: string, columns: Readonly<Record<string, Column>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, column] of Object.entries(columns)) writeColumn(join(folder, name), column);
}

export function readColumns<const Types extends Readonly<Record<string, ColumnType>>>(
  folder: string,
  types: Types,
): { [Name in keyof Types]: InstanceType<(typeof COLUMNS)[Types[Name]]> } {
  const columns = Object.entries(types).map(([name, type]) => [name, readColumn(join(folder, name), type)]);
  return Object.fromEntries(columns);
}

function writeColumn(file: string, column: Column): void {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  const descriptor = openSync(file, 'w');
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, Math.min(MOST_BYTES_A_CALL, bytes.length - done));
    }
  } finally {
    closeSync(descriptor);
  }
}

function readColumn(file: string, type: ColumnType): Column {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(descriptor).size);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(descriptor, bytes, done, Math.min(MOST_BYTES_A_CALL, bytes.length - done), done);
      if (read === 0) throw new Error(`${file} became shorter while it was read`);
      done += read;
    }
    return new COLUMNS[type](bytes.buffer);
  } finally {
    closeSync(descriptor);
  }
}

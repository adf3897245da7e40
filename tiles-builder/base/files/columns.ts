/**
 * Writes and reads columns of numbers on disk, a file each, named by their kind. Files are accessed in chunks, as a call takes
 * at most 2 GB.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { extname, join } from 'node:path';

const KINDS = { Float64Array, Int32Array, Uint32Array, Uint8Array };
export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

const MOST_BYTES_A_CALL = 2 ** 28;

export function writeColumns(folder: string, columns: Readonly<Record<string, Column>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, column] of Object.entries(columns))
    writeColumn(join(folder, `${name}.${column.constructor.name}`), column);
}

/** Reads all columns of a folder, which may have other files. */
export function readColumns<Columns>(folder: string): Columns {
  const columns = readdirSync(folder).flatMap((file) => {
    const kind = KINDS[extname(file).slice(1) as keyof typeof KINDS];
    const name = file.slice(0, -extname(file).length);
    return kind === undefined ? [] : [[name, new kind(readBytes(join(folder, file)))]];
  });
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

function readBytes(file: string): ArrayBuffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(descriptor).size);
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(descriptor, bytes, done, Math.min(MOST_BYTES_A_CALL, bytes.length - done), done);
      if (read === 0) throw new Error(`${file} became shorter while it was read`);
      done += read;
    }
    return bytes.buffer;
  } finally {
    closeSync(descriptor);
  }
}

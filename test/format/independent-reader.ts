/** Plain reader by src/format/FORMAT.md and the schemas alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellToParent } from 'h3-js';

type Value = number | number[];
export type Table = Readonly<Record<string, Value>>;

const KINDS = ['', 'count', 'overview', 'road', 'pack', 'separator', 'mask', 'tiles', 'root'];
const SETS = ['', 'pedestrian', 'motorized', 'living', 'working', 'basemap'];
const HEADER_BYTES = 40;

/** Fields in order; a type in brackets is a vector. */
const schemas = new Map<string, { identifier: string; fields: [name: string, type: string][] }>();
const schemaFolder = join(import.meta.dirname, '../../src/format/schema');
for (const file of readdirSync(schemaFolder)) {
  const text = readFileSync(join(schemaFolder, file), 'utf8').replaceAll(/\/\/.*/g, '');
  const fields = [...text.matchAll(/^ {2}(\w+): (\[?\w+\]?)/gm)].map(
    ([, name, type]) => [name!, type!] as [string, string],
  );
  const identifier = /file_identifier "(\w+)"/.exec(text)![1];
  schemas.set(file.replace('_tile.fbs', ''), { identifier, fields });
}

export class IndependentReader {
  readonly #objects: ReadonlyMap<string, Uint8Array>;
  readonly #setName: string;

  constructor(objects: ReadonlyMap<string, Uint8Array>, setName: string) {
    this.#objects = objects;
    this.#setName = setName;
  }

  /** @param name `overview-823922fffffffff` */
  tile(set: string, name: string, kind: string, cell: string): Table {
    const object = this.#object(set, name);
    return readTable(this.#payload(object, kind, set, cell), kind);
  }

  tileInPack(set: string, kind: string, cell: string, packResolution: number): Table {
    const pack = cellToParent(cell, packResolution);
    const object = this.#object(set, `pack-${pack}`);
    const view = viewOf(object);
    const directory = viewOf(this.#payload(object, 'pack', set, pack));
    for (let entry = 0; entry < directory.byteLength; entry += 16) {
      const found =
        (BigInt(directory.getUint32(entry, true)) << 32n) | BigInt(directory.getUint32(entry + 4, true));
      if (found !== BigInt(`0x${cell}`)) continue;
      const offset = directory.getUint32(entry + 8, true);
      const bytes = new Uint8Array(
        view.buffer,
        view.byteOffset + offset,
        directory.getUint32(entry + 12, true),
      );
      return readTable(this.#payload(bytes, kind, set, cell), kind);
    }
    throw new Error(`${cell} is not in its pack`);
  }

  #object(set: string, name: string): Uint8Array {
    const key = `format-17/${set}/${this.#setName}/${name}`;
    const object = this.#objects.get(key);
    if (!object) throw new Error(`${key} is missing`);
    return object;
  }

  #payload(sealed: Uint8Array, kind: string, set: string, cell: string): Uint8Array {
    const view = viewOf(sealed);
    const word = (offset: number): bigint => BigInt(view.getUint32(offset, true));
    const expect = (what: string, found: unknown, expected: unknown): void => {
      if (found !== expected) throw new Error(`${cell}: ${what} is ${found}, not ${expected}`);
    };
    expect('magic', String.fromCharCode(...sealed.subarray(0, 4)), 'POPC');
    expect('format', view.getUint16(4, true), 17);
    expect('kind', KINDS[view.getUint8(6)], kind);
    expect('tile set', SETS[view.getUint8(7)], set);
    expect('cell', (word(8) << 32n) | word(12), BigInt(`0x${cell}`));
    expect('tile set', (word(16) << 32n) | word(20), BigInt(`0x${this.#setName}`));
    const payload = sealed.subarray(HEADER_BYTES, HEADER_BYTES + view.getUint32(24, true));
    expect('checksum', view.getUint32(28, true), checksumOf(payload));
    expect('checksum of the header', view.getUint32(32, true), checksumOf(sealed.subarray(0, 32)));
    return payload;
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function checksumOf(bytes: Uint8Array): number {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  let state = 2166136261n ^ BigInt(bytes.length);
  for (let offset = 0; offset < padded.length; offset += 4) {
    state = ((state ^ BigInt(viewOf(padded).getUint32(offset, true))) * 16777619n) % 2n ** 32n;
    state = ((state << 13n) | (state >> 19n)) % 2n ** 32n;
  }
  return Number(state);
}

/**
 * Source: https://flatbuffers.dev/internals/
 * @param schema name of its file, before `_tile.fbs`
 */
function readTable(payload: Uint8Array, schema: string): Table {
  const { identifier, fields } = schemas.get(schema)!;
  const view = viewOf(payload);
  const found = String.fromCharCode(...payload.subarray(4, 8));
  if (found !== identifier) throw new Error(`a ${found} where a ${identifier} was expected`);
  const table = view.getUint32(0, true);
  const vtable = table - view.getInt32(table, true);
  const values: Record<string, Value> = {};
  fields.forEach(([name, type], index) => {
    const slot = 4 + 2 * index;
    const offset = slot < view.getUint16(vtable, true) ? view.getUint16(vtable + slot, true) : 0;
    if (!type.startsWith('[')) {
      values[name] = offset === 0 ? 0 : SCALARS[type].read(view, table + offset);
      return;
    }
    if (offset === 0) {
      values[name] = [];
      return;
    }
    const { bytes, read } = SCALARS[type.slice(1, -1)];
    const vector = table + offset + view.getUint32(table + offset, true);
    const first = vector + 4;
    values[name] = Array.from({ length: view.getUint32(vector, true) }, (_, i) =>
      read(view, first + i * bytes),
    );
  });
  return values;
}

const SCALARS: Record<string, { bytes: number; read: (view: DataView, at: number) => number }> = {
  ubyte: { bytes: 1, read: (view, at) => view.getUint8(at) },
  short: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  ushort: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  int: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  uint: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  double: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
};

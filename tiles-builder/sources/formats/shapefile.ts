/** Reads a Shapefile: `.shp`, `.dbf`, and optional `.prj` (CRS) and `.cpg` (encoding). */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BadInput } from '../../base/failures/bad-input.ts';
import { ByteReader } from './byte-reader.ts';
import { openTable, type Table } from './dbf.ts';
import { inBatches, type Layer, type StoredFeature } from './layer.ts';
import { shapesOf } from './shp.ts';
import { textOf } from './text.ts';

const SIDECARS = ['dbf', 'prj', 'cpg'] as const;
export function sidecarFiles(file: string): string[] {
  return /\.shp$/i.test(file) ? SIDECARS.flatMap((ending) => sidecarOf(file, ending) ?? []) : [];
}

export function openShapefile(file: string): Layer {
  const table = sidecarOf(file, 'dbf');
  if (table === null) {
    throw new BadInput(
      file,
      null,
      'lacks its .dbf with the properties',
      'Put all files of the Shapefile next to it.',
    );
  }
  const prj = sidecarOf(file, 'prj');
  const decode = decoderOf(file);
  const withTable = <T>(use: (table: Table) => T): T => {
    const bytes = new ByteReader(table);
    try {
      return use(openTable(table, bytes, decode));
    } finally {
      bytes.close();
    }
  };
  const { names, count } = withTable((opened) => opened);
  return {
    crs: prj === null ? {} : { wkt: textOf(readFileSync(prj)) },
    properties: names,
    hasProperty: (name) => names.includes(name),
    count,
    batches: () => inBatches(featuresOf(file, table, decode)),
  };
}

function* featuresOf(
  file: string,
  tableFile: string,
  decode: (bytes: Uint8Array) => string,
): Generator<StoredFeature> {
  const tableBytes = new ByteReader(tableFile);
  const shapeBytes = new ByteReader(file);
  try {
    const table = openTable(tableFile, tableBytes, decode);
    const rows = table.rows();
    let read = 0;
    for (const geometry of shapesOf(file, shapeBytes)) {
      const row = rows.next();
      if (row.done)
        throw new BadInput(file, `feature ${read + 1}`, `has no row in its .dbf, which holds ${table.count}`);
      const where = `feature ${++read}`;
      if (row.value !== null) yield { where, id: where, properties: row.value, geometry };
    }
    if (read < table.count) {
      throw new BadInput(
        file,
        null,
        `holds ${read} geometries, and its .dbf ${table.count} rows: one of both is cut off`,
      );
    }
  } finally {
    tableBytes.close();
    shapeBytes.close();
  }
}

/** Decodes by the `.cpg`, or else by each value. */
function decoderOf(file: string): (bytes: Uint8Array) => string {
  const cpg = sidecarOf(file, 'cpg');
  if (cpg === null) return textOf;
  const label = encodingOf(readFileSync(cpg, 'latin1').trim());
  if (label === '' || label === 'utf-8') return textOf;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label);
  } catch {
    throw new BadInput(
      cpg,
      null,
      `names the encoding ${label}, which is not known`,
      'Convert the Shapefile with ogr2ogr -lco ENCODING=UTF-8.',
    );
  }
  return (bytes) => decoder.decode(bytes);
}

function encodingOf(cpg: string): string {
  const text = cpg.toLowerCase();
  if (/^(utf-?8|65001)$/.test(text)) return 'utf-8';
  const windows = /^(?:ansi |cp|windows-)?(125\d|874)$/.exec(text)?.[1];
  if (windows) return `windows-${windows}`;
  const iso = /^(?:iso[ _-]?)?8859[_-]?(\d{1,2})$/.exec(text)?.[1];
  return iso ? `iso-8859-${iso}` : text;
}

function sidecarOf(file: string, ending: string): string | null {
  const folder = dirname(file);
  const name = `${basename(file).slice(0, -'shp'.length)}${ending}`.toLowerCase();
  const found = readdirSync(folder).find((own) => own.toLowerCase() === name);
  return found === undefined ? null : join(folder, found);
}

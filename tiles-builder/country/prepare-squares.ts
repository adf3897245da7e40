/** Writes the squares of a census in a box, from files in any layout of the catalogue, as one CSV: `square,people,at_home`. */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type BoundingBox, boxAround, boxesOverlap } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { GridSquare, Progress } from '../base/records.ts';
import { gridSquare, gridSquareId, parseGridSquare, projectPosition } from '../sources/census/grid-square.ts';
import { isCsv } from '../sources/config/format-of.ts';
import { readCsv } from '../sources/formats/csv.ts';
import { withLayer } from '../sources/formats/open-layer.ts';
import type { SquareCensus, SquareFile } from './catalogue.ts';
import { extractMember } from './extract-member.ts';

type ValueIn = (column: string) => string;

export interface Prepared {
  readonly box: BoundingBox;
  readonly scratch: string;
  readonly out: string;
  readonly progress: Progress;
}

/** @returns number of squares written */
export async function prepareSquares(
  census: SquareCensus,
  fileOf: (file: SquareFile) => string,
  { box, scratch, out, progress }: Prepared,
): Promise<number> {
  const stream = createWriteStream(out);
  stream.write(`square,people${hasShare(census) ? ',at_home' : ''}\n`);
  let written = 0;
  for (const file of census.files) {
    const squares = new SquareReader(file, fileOf(file), box);
    let read = 0;
    await eachRow(file, fileOf(file), scratch, async (where, valueIn) => {
      if (++read % 50_000 === 0) progress('Select squares of the census', read);
      const line = squares.lineOf(where, valueIn);
      if (line === null) return;
      written++;
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    });
  }
  stream.end();
  await finished(stream);
  if (written > 0) return written;
  rmSync(out);
  throw nothingHere(census, fileOf(census.files[0]));
}

export const nothingHere = ({ title }: { readonly title: string }, file: string): BadInput =>
  new BadInput(file, null, `${title}: no unit lies in this region`, 'Name another census with --census.');

export const hasShare = ({ files }: SquareCensus): boolean =>
  files.some(({ at_home }) => at_home !== undefined);

class SquareReader {
  readonly #layout: SquareFile;
  readonly #file: string;
  readonly #box: BoundingBox;

  constructor(layout: SquareFile, file: string, box: BoundingBox) {
    this.#layout = layout;
    this.#file = file;
    this.#box = box;
  }

  /** `null` where the square is outside, or left out. */
  lineOf(where: string, valueIn: ValueIn): string | null {
    const { square: columns, people: peopleColumn, absent, not_placed, at_home } = this.#layout;
    const people = valueIn(peopleColumn);
    if (absent.includes(people)) return null;
    if (not_placed !== undefined && typeof columns === 'string' && valueIn(columns).endsWith(not_placed))
      return null;
    const square = this.#squareOf(valueIn);
    if (typeof square === 'string') throw new BadInput(this.#file, where, square);
    if (!isNear(square, this.#box)) return null;
    return [gridSquareId(square), people, ...(at_home ? [shareAtHome(at_home, people, valueIn)] : [])].join(
      ',',
    );
  }

  #squareOf(valueIn: ValueIn): GridSquare | string {
    const { square, projection, square_m } = this.#layout;
    if (typeof square === 'string') return parseGridSquare(valueIn(square), { projection, square_m });
    const [east_m, north_m] = [Number(valueIn(square.east)), Number(valueIn(square.north))];
    return gridSquare(`${east_m} ${north_m}`, { east_m, north_m }, { projection, square_m });
  }
}

/** Also a square's width from the box. */
function isNear({ projection, size_m, east_m, north_m }: GridSquare, box: BoundingBox): boolean {
  const middle = projectPosition([east_m + size_m / 2, north_m + size_m / 2], projection);
  return boxesOverlap(boxAround(middle, size_m), box);
}

/** Share who neither work nor are children; `otherwise` where a part is withheld. */
function shareAtHome(
  { employed, under_15, otherwise }: NonNullable<SquareFile['at_home']>,
  people: string,
  valueIn: ValueIn,
): number {
  const [all, working, children] = [people, valueIn(employed), valueIn(under_15)].map(Number);
  if (!(all > 0 && working >= 0 && children >= 0)) return otherwise;
  return Number(Math.max(0, Math.min(1, (all - working - children) / all)).toFixed(3));
}

async function eachRow(
  { member, square, people, at_home }: SquareFile,
  file: string,
  scratch: string,
  take: (where: string, valueIn: ValueIn) => Promise<void>,
): Promise<void> {
  const columns = [square, people, ...(at_home ? [at_home.employed, at_home.under_15] : [])].flatMap(
    (column) => (typeof column === 'string' ? [column] : [column.east, column.north]),
  );
  const opened =
    member === undefined ? { file, remove: () => {} } : await extractMember(file, member, columns, scratch);
  try {
    await (isCsv(opened.file)
      ? eachRecord(opened.file, columns, take)
      : eachFeature(opened.file, columns, scratch, take));
  } catch (cause) {
    if (cause instanceof BadInput)
      cause.message = cause.message.replaceAll(opened.file, join(file, ...(member ?? [])));
    throw cause;
  } finally {
    opened.remove();
  }
}

export async function eachRecord(
  file: string,
  columns: readonly string[],
  take: (where: string, valueIn: ValueIn) => Promise<void>,
): Promise<void> {
  let places: ReadonlyMap<string, number> | null = null;
  for await (const { line, fields } of readCsv(file)) {
    if (places === null) {
      const names = fields.map((name) => name.trim());
      requireColumns(file, columns, names);
      places = new Map(columns.map((column) => [column, names.indexOf(column)]));
      continue;
    }
    const known = places;
    await take(`line ${line}`, (column) => (fields[known.get(column)!] ?? '').trim());
  }
}

async function eachFeature(
  file: string,
  columns: readonly string[],
  scratch: string,
  take: (where: string, valueIn: ValueIn) => Promise<void>,
): Promise<void> {
  await withLayer({ file }, scratch, async (layer) => {
    if (layer.properties) requireColumns(file, columns, layer.properties);
    for await (const batch of layer.batches()) {
      for (const { where, properties } of batch)
        await take(where, (column) => String(properties[column] ?? '').trim());
    }
  });
}

export function requireColumns(file: string, columns: readonly string[], names: readonly string[]): void {
  const missing = columns.find((column) => !names.includes(column));
  if (missing === undefined) return;
  throw new BadInput(
    file,
    null,
    `has no column ${missing}; it has ${names.slice(0, 20).join(', ')}`,
    'The publisher has changed the layout since the catalogue was written: build from a configuration of your own.',
  );
}

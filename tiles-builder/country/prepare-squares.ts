/** Converts the grid squares of a census in a box, from any file layout of the catalogue, to a CSV `square,people,at_home`. */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type BoundingBox, boxAround, boxesOverlap } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { GridSquare, Progress } from '../base/records.ts';
import { gridSquare, gridSquareId, parseGridSquare, projectPosition } from '../sources/census/grid-square.ts';
import { eachRow, type TableRow, textIn } from '../sources/table-rows.ts';
import type { SquareCensus, SquareFile } from './catalogue.ts';
import { extractMember } from './extract-member.ts';

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
    let read = 0;
    await eachSquare(file, fileOf(file), scratch, async (row) => {
      if (++read % 50_000 === 0) progress('Select squares of the census', read);
      const line = lineOf(row, file, fileOf(file), box);
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

/** @returns `null` if the square is outside, or left out */
function lineOf(row: TableRow, layout: SquareFile, file: string, box: BoundingBox): string | null {
  const valueIn = (column: string): string => textIn(row, column);
  const { square: columns, people: peopleColumn, absent, not_placed, at_home } = layout;
  const people = valueIn(peopleColumn);
  if (absent.includes(people)) return null;
  if (not_placed !== undefined && typeof columns === 'string' && valueIn(columns).endsWith(not_placed))
    return null;
  const square = squareOf(layout, valueIn);
  if (typeof square === 'string') throw new BadInput(file, row.where, square);
  if (!isNear(square, box)) return null;
  return [gridSquareId(square), people, ...(at_home ? [shareAtHome(at_home, people, valueIn)] : [])].join(
    ',',
  );
}

function squareOf(
  { square, projection, square_m }: SquareFile,
  valueIn: (column: string) => string,
): GridSquare | string {
  if (typeof square === 'string') return parseGridSquare(valueIn(square), { projection, square_m });
  const [east_m, north_m] = [Number(valueIn(square.east)), Number(valueIn(square.north))];
  return gridSquare(`${east_m} ${north_m}`, { east_m, north_m }, { projection, square_m });
}

/** Squares up to their own width from the box are near, too. */
function isNear({ projection, size_m, east_m, north_m }: GridSquare, box: BoundingBox): boolean {
  const middle = projectPosition([east_m + size_m / 2, north_m + size_m / 2], projection);
  return boxesOverlap(boxAround(middle, size_m), box);
}

/** Share who neither work nor are children; `otherwise` where a part is withheld. */
function shareAtHome(
  { employed, under_15, otherwise }: NonNullable<SquareFile['at_home']>,
  people: string,
  valueIn: (column: string) => string,
): number {
  const [all, working, children] = [people, valueIn(employed), valueIn(under_15)].map(Number);
  if (!(all > 0 && working >= 0 && children >= 0)) return otherwise;
  return Number(Math.max(0, Math.min(1, (all - working - children) / all)).toFixed(3));
}

/** Reads squares of a file, or of a member of an archive that the layout names. */
async function eachSquare(
  { member, square, people, at_home }: SquareFile,
  file: string,
  scratch: string,
  take: (row: TableRow) => Promise<void>,
): Promise<void> {
  const columns = [square, people, ...(at_home ? [at_home.employed, at_home.under_15] : [])].flatMap(
    (column) => (typeof column === 'string' ? [column] : [column.east, column.north]),
  );
  const opened =
    member === undefined ? { file, remove: () => {} } : await extractMember(file, member, columns, scratch);
  try {
    await eachRow({ file: opened.file }, columns, scratch, take);
  } catch (cause) {
    if (cause instanceof BadInput)
      cause.message = cause.message.replaceAll(opened.file, join(file, ...(member ?? [])));
    throw cause;
  } finally {
    opened.remove();
  }
}

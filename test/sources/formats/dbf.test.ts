import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ByteReader } from '../../../tiles-builder/sources/formats/byte-reader.ts';
import { openTable } from '../../../tiles-builder/sources/formats/dbf.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';

const FIELDS: readonly (readonly [name: string, type: string, length: number])[] = [
  ['name', 'C', 300],
  ['floors', 'N', 6],
  ['height', 'F', 8],
  ['mapped', 'L', 1],
  ['since', 'D', 8],
];

/** `mark` says whether the row was deleted. */
function rowsOf(rows: readonly (readonly [mark: string, ...texts: string[]])[]): unknown[] {
  const header = Buffer.alloc(32);
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(32 + 32 * FIELDS.length + 1, 8);
  header.writeUInt16LE(1 + FIELDS.reduce((sum, [, , length]) => sum + length, 0), 10);
  const fields = FIELDS.map(([name, type, length]) => {
    const field = Buffer.alloc(32);
    field.write(name, 'latin1');
    field.write(type, 11, 'latin1');
    field.writeUInt16LE(length, 16);
    return field;
  });
  const records = rows.map(([mark, ...texts]) =>
    Buffer.from(mark + texts.map((text, i) => text.padEnd(FIELDS[i][2])).join(''), 'latin1'),
  );
  const folder = temporaryFolderOfTest();
  const file = join(folder, 'a.dbf');
  writeFileSync(file, Buffer.concat([header, ...fields, Buffer.from('\r'), ...records]));
  const bytes = new ByteReader(file);
  onTestFinished(() => bytes.close());
  const table = openTable(file, bytes, (own) => Buffer.from(own).toString('latin1'));
  expect([table.names, table.count]).toEqual([FIELDS.map(([name]) => name), rows.length]);
  return [...table.rows()];
}

test('values are read by their types, and empty ones are absent', () => {
  const long = 'é'.repeat(290);
  expect(
    rowsOf([
      [' ', long, '12', '-2.5', 'T', '20240131'],
      [' ', ' a', '+7', '1e2', 'n', '00000000'],
      [' ', '', '', '', '?', ''],
      ['*', 'gone', '1', '1', 'T', '20240131'],
      [' ', 'b', 'x', '***', 'F', '20241'],
    ]),
  ).toEqual([
    { name: long, floors: 12, height: -2.5, mapped: true, since: '2024-01-31' },
    { name: 'a', floors: 7, height: 100, mapped: false },
    {},
    null,
    { name: 'b', mapped: false, since: '20241' },
  ]);
  const logical = [...'YyTtNnFf '].map((letter) => rowsOf([[' ', '', '', '', letter, '']])[0]);
  const said = [true, true, true, true, false, false, false, false].map((mapped) => ({ mapped }));
  expect(logical).toEqual([...said, {}]);
});

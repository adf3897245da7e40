import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from 'chdb';
import { type AsyncBuffer, asyncBufferFromFile, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { beforeAll, describe, expect, test } from 'vitest';
import { IndexedPage } from '../../../tiles-builder/sources/formats/indexed-page.ts';
import { nativeGeometries } from '../../../tiles-builder/sources/formats/native-geometries.ts';
import { PagedColumn } from '../../../tiles-builder/sources/formats/parquet-column.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

const ROWS = 200_000;
const folder = temporaryFolder();
const file = join(folder, 'rows.parquet');

const textOf = (row: number): string => `${row} `.padEnd(40, '-');
const kindOf = (row: number): string => `kind ${row % 7}`;
const floorsOf = (row: number): number | null => (row % 5 === 0 ? null : row % 11);

beforeAll(() => {
  const session = new Session();
  session.query(
    `INSERT INTO FUNCTION file('${file}', Parquet) SELECT
    rightPad(concat(toString(number), ' '), 40, '-') AS text,
    concat('kind ', toString(number % 7)) AS kind,
    if(number % 5 = 0, NULL, toInt32(number % 11)) AS floors
    FROM numbers(${ROWS})
    SETTINGS output_format_parquet_row_group_size = ${ROWS}, output_format_parquet_compression_method = 'none',
    output_format_parquet_max_dictionary_size = 100000, max_threads = 1, max_block_size = ${ROWS}`,
  );
  session.cleanup();
});

async function columnOf(name: string, note: (bytes: number) => void = () => {}): Promise<PagedColumn> {
  const whole = await asyncBufferFromFile(file);
  const buffer: AsyncBuffer = {
    byteLength: whole.byteLength,
    slice: (start, end = whole.byteLength) => {
      note(end - start);
      return whole.slice(start, end);
    },
  };
  const metadata = await parquetMetadataAsync(buffer);
  expect(metadata.row_groups).toHaveLength(1);
  const [{ columns }] = metadata.row_groups;
  const chunk = columns.find(({ meta_data }) => meta_data!.path_in_schema[0] === name)!;
  return new PagedColumn(buffer, parquetSchema(metadata), chunk, ROWS, compressors);
}

describe('a column of one large group of rows', () => {
  test.each([
    ['text', textOf],
    ['kind', kindOf],
    ['floors', floorsOf],
  ])('%s has each row its value, however many are taken at once', async (name, expectedOf) => {
    const column = await columnOf(name);
    for (let row = 0, count = 1; row < ROWS; row += count, count = Math.min(3 * count, ROWS - row)) {
      const expected = Array.from({ length: count }, (_, i) => expectedOf(row + i));
      expect(await column.take(count)).toEqual(expected);
      if (row + count === ROWS) break;
    }
  });

  test('is read by pages, each but once', async () => {
    const read: number[] = [];
    const column = await columnOf('text', (bytes) => read.push(bytes));
    read.length = 0;
    await column.take(1);
    for (let row = 1; row < ROWS; row += 1_000) await column.take(Math.min(1_000, ROWS - row));
    const { size } = statSync(file);
    expect(size).toBeGreaterThan(40 * ROWS);
    expect(Math.max(...read)).toBeLessThan(size / 4);
    expect(read.reduce((sum, bytes) => sum + bytes)).toBeLessThan(1.2 * size);
  });

  test('that is shorter than its group ends in an error, not in rows without values', async () => {
    const column = await columnOf('kind');
    await column.take(ROWS);
    await expect(column.take(1)).rejects.toThrow();
  });
});

test('native geometries beyond the limit are refused with advice', async () => {
  const meta_data = { path_in_schema: ['geometry', 'x'], total_uncompressed_size: 40_000_000n };
  const group = { columns: [{ meta_data }], num_rows: 1_000_000n };
  const nothing = { byteLength: 0, slice: () => new ArrayBuffer(0) };
  await expect(
    nativeGeometries('towns.parquet', nothing, {} as never, group as never, 0, 'geometry'),
  ).rejects.toThrow(
    'towns.parquet, after feature 0: 1000000 rows in one group have 40 MB of geometries in a native encoding, ' +
      'of which 32 MB are read at once',
  );
});

describe('a page of numbers of entries', () => {
  const present = { type: 'INT32', schemaPath: [{ element: { repetition_type: 'REQUIRED' } }] };
  const optional = { type: 'INT32', schemaPath: [{ element: { repetition_type: 'OPTIONAL' } }] };
  const pageOf = (bytes: readonly number[], decoder: object, dictionary?: number[]) =>
    IndexedPage.of(
      {
        uncompressed_page_size: bytes.length,
        data_page_header: { num_values: 4, encoding: 'RLE_DICTIONARY' },
      } as never,
      Uint8Array.from(bytes),
      { ...decoder, codec: 'UNCOMPRESSED', compressors: {} } as never,
      dictionary,
    )!;
  /** Levels of four present rows, then four times entry 1. */
  const PAGE = [2, 0, 0, 0, 8, 1, 1, 8, 1];

  test('has a value for each row', () => {
    const page = pageOf(PAGE, optional, [10, 20]);
    expect([page.next(), page.next(), page.next(), page.next()]).toEqual([20, 20, 20, 20]);
    expect(pageOf([0], present, [10]).next()).toBe(10);
  });

  test.each([
    ['without its dictionary', PAGE, undefined],
    ['that ends before its values', PAGE.slice(0, 6), [10, 20]],
    ['whose levels reach beyond it', [9, ...PAGE.slice(1)], [10, 20]],
  ])('%s is damaged, not full of the first entry', (_, bytes, dictionary) => {
    expect(() => pageOf(bytes, optional, dictionary).next()).toThrow();
  });
});

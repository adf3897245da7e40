import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readColumns, writeColumns } from '../../../tiles-builder/base/files/columns.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';

test('columns are restored, also parts of a buffer and empty ones', () => {
  const folder = temporaryFolderOfTest();
  const columns = {
    lon: Float64Array.of(0.1, -7, Number.NaN).subarray(1),
    ways: Uint32Array.of(4_294_967_295, 0),
    nodes: Int32Array.of(-1, 5),
    marks: Uint8Array.of(255, 1, 7),
    nothing: new Uint32Array(),
  };
  const types = {
    lon: 'Float64Array',
    ways: 'Uint32Array',
    nodes: 'Int32Array',
    marks: 'Uint8Array',
    nothing: 'Uint32Array',
  } as const;
  const inside = join(folder, 'one', 'other');
  writeColumns(inside, columns);
  expect(readColumns(inside, types)).toEqual(columns);
  writeColumns(inside, { ...columns, marks: Uint8Array.of(3) });
  expect(readColumns(inside, types).marks).toEqual(Uint8Array.of(3));
  appendFileSync(join(inside, 'ways'), 'a');
  expect(() => readColumns(inside, types)).toThrow();
  writeFileSync(join(inside, 'ways'), '');
  expect(readColumns(inside, types).ways).toHaveLength(0);
});

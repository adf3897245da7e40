import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { ByteReader } from '../../../tiles-builder/sources/formats/byte-reader.ts';
import { shapesOf } from '../../../tiles-builder/sources/formats/shp.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

const folder = temporaryFolder();

const square = (x: number): Position[] => [
  [x, 0],
  [x, 1],
  [x + 1, 1],
  [x + 1, 0],
  [x, 0],
];

/** @param starts first position of each part */
function polygonWith(starts: readonly number[], positions: readonly Position[]): string {
  const content = Buffer.alloc(44 + 4 * starts.length + 16 * positions.length);
  content.writeInt32LE(5, 0);
  content.writeInt32LE(starts.length, 36);
  content.writeInt32LE(positions.length, 40);
  for (const [i, start] of starts.entries()) content.writeInt32LE(start, 44 + 4 * i);
  for (const [i, [x, y]] of positions.entries()) {
    content.writeDoubleLE(x, 44 + 4 * starts.length + 16 * i);
    content.writeDoubleLE(y, 52 + 4 * starts.length + 16 * i);
  }
  const header = Buffer.alloc(108);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((108 + content.length) / 2, 24);
  header.writeInt32BE(1, 100);
  header.writeInt32BE(content.length / 2, 104);
  const file = join(folder, 'made.shp');
  writeFileSync(file, Buffer.concat([header, content]));
  return file;
}

function read(starts: readonly number[], positions: readonly Position[]): unknown {
  const file = polygonWith(starts, positions);
  const bytes = new ByteReader(file);
  try {
    return [...shapesOf(file, bytes)];
  } finally {
    bytes.close();
  }
}

describe('parts of a polygon', () => {
  const two = [...square(0), ...square(5)];

  test('are the rings that they name; one without positions is none', () => {
    const both = [{ type: 'MultiPolygon', coordinates: [[square(0)], [square(5)]] }];
    expect(read([0, 5], two)).toEqual(both);
    expect(read([0, 0, 5], two)).toEqual(both);
    expect(read([0, 5, 10], two)).toEqual(both);
  });

  test.each([
    ['before the first position', [-1, 5]],
    ['behind one that comes later', [0, 7, 5]],
    ['beyond the last position', [0, 11]],
  ])('that begin %s are refused', (_, starts) => {
    expect(() => read(starts, two)).toThrow(/feature 1.*its parts overlap/);
  });
});

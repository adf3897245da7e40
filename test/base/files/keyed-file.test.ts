import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedFile, KeyedFileWriter } from '../../../tiles-builder/base/files/keyed-file.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

const folder = temporaryFolder();

function written(pieces: ReadonlyMap<string, Uint8Array>): string {
  const file = join(mkdtempSync(join(folder, 'file-')), 'pieces');
  const writer = new KeyedFileWriter(file);
  for (const [key, bytes] of pieces) writer.add(key, bytes);
  expect(existsSync(file), 'before it is whole').toBe(false);
  writer.finish();
  return file;
}

const anyPieces = fc
  .uniqueArray(fc.tuple(fc.string(), fc.uint8Array({ maxLength: 50 })), {
    selector: ([key]) => key,
    maxLength: 8,
  })
  .map((entries) => new Map(entries));

test('pieces are restored in any order, and any flipped bit is detected', () => {
  fc.assert(
    fc.property(anyPieces, fc.nat(), (pieces, flip) => {
      const file = written(pieces);
      const read = new KeyedFile(file);
      for (const key of [...pieces.keys()].reverse()) {
        expect(read.has(key)).toBe(true);
        expect(new Uint8Array(read.read(key))).toEqual(pieces.get(key));
      }
      expect(() => read.read('no such key')).toThrow(/no such key: is not in it/);
      read.close();

      const bytes = readFileSync(file);
      bytes[flip % bytes.length] ^= 1 << (flip % 8);
      writeFileSync(file, bytes);
      expect(() => {
        const damaged = new KeyedFile(file);
        for (const key of pieces.keys()) damaged.read(key);
        damaged.close();
      }).toThrow(`${file}: is damaged`);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test('a file that is missing or cut short is named', () => {
  const file = written(new Map([['a', new Uint8Array(100)]]));
  const whole = readFileSync(file);
  for (const length of [0, 10, 100, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length));
    expect(() => new KeyedFile(file), `${length} bytes`).toThrow(/is damaged/);
  }
  rmSync(file);
  expect(() => new KeyedFile(file)).toThrow(`${file}: is not there`);
});

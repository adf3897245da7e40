import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPacked, writePacked } from '../../../tiles-builder/base/files/packed-file.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';

test('a packed file is restored, and any flipped bit is detected', () => {
  const folder = temporaryFolderOfTest();
  const file = join(folder, 'packed');
  const bytes = Uint8Array.from({ length: 5_000 }, (_, i) => (i * i) % 251);
  writePacked(file, bytes);
  expect(readPacked(file)).toEqual(bytes);
  const packed = readFileSync(file);
  let believed = 0;
  for (let bit = 0; bit < packed.length * 8; bit += 7) {
    const damaged = Buffer.from(packed);
    damaged[bit >> 3] ^= 1 << (bit & 7);
    writeFileSync(file, damaged);
    try {
      if (!Buffer.from(readPacked<Uint8Array>(file)).equals(bytes)) believed++;
    } catch {}
  }
  expect(believed).toBe(0);
  writeFileSync(file, packed.subarray(0, packed.length - 1));
  expect(() => readPacked(file)).toThrow();
});

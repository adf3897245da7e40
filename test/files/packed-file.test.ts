import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPackedFile, writePackedFile } from '../../tiles-builder/files/packed-file.ts';

test('a packed file is restored, and any flipped bit is detected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'packed');
  const bytes = Uint8Array.from({ length: 5_000 }, (_, i) => (i * i) % 251);
  writePackedFile(file, bytes);
  expect(new Uint8Array(readPackedFile(file))).toEqual(bytes);
  const packed = readFileSync(file);
  let believed = 0;
  for (let bit = 0; bit < packed.length * 8; bit += 7) {
    const damaged = Buffer.from(packed);
    damaged[bit >> 3] ^= 1 << (bit & 7);
    writeFileSync(file, damaged);
    try {
      if (!readPackedFile(file).equals(bytes)) believed++;
    } catch {}
  }
  expect(believed).toBe(0);
  writeFileSync(file, packed.subarray(0, packed.length - 1));
  expect(() => readPackedFile(file)).toThrow();
});

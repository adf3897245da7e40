import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireSoundTiff } from '../../../tiles-builder/sources/formats/tiff-directory.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

const folder = temporaryFolder();

const SHORT = 3;
const DOUBLE = 12;
const WIDTH = 256;
const SCALE = 33_550;

interface Layout {
  readonly isBig: boolean;
  readonly isLittle: boolean;
}

function tiff({ isBig, isLittle }: Layout, scales = 3): Buffer {
  const [countBytes, wordBytes, header] = isBig ? [8, 8, 16] : [2, 4, 8];
  const entryBytes = 4 + 2 * wordBytes;
  const values = header + countBytes + 2 * entryBytes + wordBytes;
  const bytes = Buffer.alloc(values + 8 * scales);
  const write = (at: number, width: number, value: number): void => {
    if (width === 8) bytes[isLittle ? 'writeBigUInt64LE' : 'writeBigUInt64BE'](BigInt(value), at);
    else bytes[isLittle ? 'writeUIntLE' : 'writeUIntBE'](value, at, width);
  };
  bytes.write(isLittle ? 'II' : 'MM');
  write(2, 2, isBig ? 43 : 42);
  if (isBig) write(4, 2, 8);
  write(isBig ? 8 : 4, wordBytes, header);
  write(header, countBytes, 2);
  for (const [i, [tag, type, count, value]] of [
    [WIDTH, SHORT, 1, 10],
    [SCALE, DOUBLE, scales, values],
  ].entries()) {
    const at = header + countBytes + i * entryBytes;
    write(at, 2, tag);
    write(at + 2, 2, type);
    write(at + 4, wordBytes, count);
    write(at + 4 + wordBytes, wordBytes, value);
  }
  return bytes;
}

function said(bytes: Uint8Array): string | null {
  const file = join(folder, 'made.tif');
  writeFileSync(file, bytes);
  try {
    requireSoundTiff(file);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const LAYOUTS = [true, false].flatMap((isBig) => [true, false].map((isLittle) => ({ isBig, isLittle })));

describe.each(LAYOUTS)('a TIFF, BigTIFF: $isBig, little end first: $isLittle', (layout) => {
  test('that contains all its named values is accepted', () => {
    expect(said(tiff(layout))).toBeNull();
  });

  test('that was cut off is refused, with the tag whose values are not there', () => {
    const whole = tiff(layout);
    expect(said(whole.subarray(0, -1))).toMatch(/its tag 33550 are not in it/);
    for (let bytes = 0; bytes < whole.length; bytes++) {
      expect(said(whole.subarray(0, bytes)), `${bytes}`).toMatch(/TIFF|cut off|ends before/);
    }
  });

  test('with a tag that has no values, another order of bytes or another version is refused', () => {
    expect(said(tiff(layout, 0))).toMatch(/its tag 33550 has no values/);
    for (const at of [0, layout.isLittle ? 2 : 3]) {
      const other = tiff(layout);
      other[at] = 1;
      expect(said(other)).toMatch(/is no TIFF/);
    }
  });
});

/** LZW against a compressor by TIFF 6.0, section 13. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unpackLzw } from '../../../tiles-builder/sources/formats/tiff-decoders.ts';

const [CLEAR, END, LAST_CODE] = [256, 257, 4_094];

function pack(bytes: Uint8Array): Uint8Array {
  let digits = '';
  let [codes, width] = [new Map<string, number>(), 9];
  const say = (code: number): void => {
    digits += code.toString(2).padStart(width, '0');
  };
  const forget = (): void => {
    say(CLEAR);
    codes = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]));
    width = 9;
  };
  forget();
  let text = '';
  for (const byte of bytes) {
    const longer = text + String.fromCharCode(byte);
    if (codes.has(longer)) {
      text = longer;
      continue;
    }
    say(codes.get(text)!);
    const added = codes.size + 2;
    codes.set(longer, added);
    if (added === 511 || added === 1_023 || added === 2_047) width++;
    if (added === LAST_CODE) forget();
    text = String.fromCharCode(byte);
  }
  if (text !== '') say(codes.get(text)!);
  // The decoder is one entry ahead.
  if ([510, 1_022, 2_046].includes(codes.size + 1)) width++;
  say(END);
  return Uint8Array.from(digits.match(/.{1,8}/g)!, (eight) => Number.parseInt(eight.padEnd(8, '0'), 2));
}

const of = (length: number, byteAt: (i: number) => number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => byteAt(i));

test.each([
  ['nothing', of(0, () => 0)],
  ['one byte', of(1, () => 7)],
  ['the same byte, whose codes are used as soon as they are there', of(70_000, () => 3)],
  ['bytes that hardly come again, with codes of all widths', of(20_000, (i) => (i * i * 7 + (i >> 5)) & 255)],
  [
    'bytes that come again now and then',
    of(50_000, (i) => Math.abs(Math.round(90 * Math.sin(i / 9) + (i % 3)))),
  ],
])('%s are restored, without excess memory', (_, bytes) => {
  const packed = pack(bytes);
  expect(unpackLzw(packed, bytes.length)).toEqual(bytes);
  expect(unpackLzw(packed, bytes.length + 1)).toEqual(bytes);
  if (bytes.length > 0) expect(() => unpackLzw(packed, bytes.length - 1)).toThrow('more than it may');
});

test('any bytes come back', () => {
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3_000, size: 'max' });
  const any = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 3_000, size: 'max' });
  fc.assert(
    fc.property(fc.oneof(few, any), (bytes) => {
      expect([...unpackLzw(pack(Uint8Array.from(bytes)), bytes.length)]).toEqual(bytes);
    }),
    { numRuns: 50 },
  );
});

test('a strip of LZW that says too much, too little or nothing is refused', () => {
  const codes = (...values: number[]): Uint8Array => {
    const bits = values
      .map((value) => value.toString(2).padStart(9, '0'))
      .join('')
      .padEnd(9 * values.length + 8, '0');
    return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2));
  };
  expect([...unpackLzw(codes(256, 65, 258, 66, 257), 9)]).toEqual([65, 65, 65, 66]);
  expect(() => unpackLzw(codes(256, 65, 258, 66, 257), 3)).toThrow(/more than it may/);
  expect(() => unpackLzw(codes(256, 65, 300, 257), 9)).toThrow(/nothing stands for/);
  expect(() => unpackLzw(codes(256, 300, 257), 9)).toThrow(/begins with no byte/);
  expect(() => unpackLzw(codes(256, 65).subarray(0, 2), 9)).toThrow(/cut off/);
});

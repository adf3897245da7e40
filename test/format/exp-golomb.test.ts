import { expect, test } from 'vitest';
import { ExpGolombReader, ExpGolombWriter } from '../../src/format/exp-golomb.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';

/** By the definition, as text. */
function codeOf(number: number, order: number): string {
  const value = (BigInt(number) >> BigInt(order)) + 1n;
  const rest = BigInt(number) % (1n << BigInt(order));
  const bits = value.toString(2);
  return '0'.repeat(bits.length - 1) + bits + (order > 0 ? rest.toString(2).padStart(order, '0') : '');
}

const EDGES = [0, 1, 2, 2 ** 15 - 2, 2 ** 15, 2 ** 31 - 2, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 52 - 2 ** 16];

test('numbers have the code of the definition, and are read back', () => {
  const random = new Random(8);
  for (let stream = 0; stream < 100; stream++) {
    const numbers = Array.from({ length: random.integer(0, 40) }, () => ({
      number: random.chance(0.2)
        ? EDGES[random.integer(0, EDGES.length - 1)]
        : Math.floor(2 ** random.between(0, random.chance(0.1) ? 50 : 16)),
      order: random.chance(0.5) ? 0 : random.integer(0, 15),
    }));
    const writer = new ExpGolombWriter();
    for (const { number, order } of numbers) writer.push(number, order);
    const bytes = writer.finish();
    const text = numbers.map(({ number, order }) => codeOf(number, order)).join('');
    const written = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    expect(written).toBe(text.padEnd(8 * Math.ceil(text.length / 8), '0'));
    const reader = new ExpGolombReader(Uint8Array.from(bytes));
    for (const { number, order } of numbers) expect(reader.next(order)).toBe(number);
    expect([reader.isAtEnd, reader.isCutShort]).toEqual([true, false]);
  }
});

test('an end that is missing or too far is seen', () => {
  const writer = new ExpGolombWriter();
  for (const number of [3, 1_000, 70_000]) writer.push(number, 3);
  const bytes = Uint8Array.from(writer.finish());
  const read = (own: Uint8Array) => {
    const reader = new ExpGolombReader(own);
    for (let i = 0; i < 3; i++) reader.next(3);
    return reader;
  };
  expect(read(bytes).isAtEnd).toBe(true);
  expect(read(bytes.subarray(0, -1)).isCutShort).toBe(true);
  expect(read(Uint8Array.of(...bytes, 0)).isAtEnd).toBe(false);
  const empty = new ExpGolombReader(new Uint8Array());
  empty.next();
  expect([empty.isAtEnd, empty.isCutShort]).toEqual([false, true]);
});

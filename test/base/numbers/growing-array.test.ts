import { expect, test } from 'vitest';
import { GrowingArray } from '../../../tiles-builder/base/numbers/growing-array.ts';

test('pushed and appended numbers stay in order, at any size', () => {
  for (const pieces of [[1_024], [1_023, 1, 1], [1_000, 24, 1], [1_000, 25], [3, 5_000, 1, 9_000]]) {
    const grown = new GrowingArray(Float64Array);
    const expected: number[] = [];
    for (const [i, length] of pieces.entries()) {
      const piece = Array.from({ length }, (_, at) => 10 * at + i);
      if (i % 2 === 0) for (const value of piece) grown.push(value);
      else grown.append(piece);
      expected.push(...piece);
      expect(grown.length).toBe(expected.length);
      expect(Array.from(grown.view())).toEqual(expected);
      expect(Array.from(grown.values.subarray(0, grown.length))).toEqual(expected);
    }
  }
});

test('capacity doubles: appending takes linear time', () => {
  const grown = new GrowingArray(Uint8Array);
  const rooms = new Set<number>();
  for (let i = 0; i < 100_000; i++) {
    grown.push(i);
    rooms.add(grown.values.length);
  }
  expect(rooms.size).toBeLessThan(9);
  expect(grown.values.length).toBeLessThan(200_001);
});

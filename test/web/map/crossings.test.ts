import { expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { crossingsOf } from '../../../src/web/map/crossings.ts';

const drawing = (...rings: Position[][]) => ({ parts: [rings], closed: true, within_m: 0 });

test.each<[string, Position[][], Position[]]>([
  ['a bow-tie', [[[0, 0], [2, 2], [2, 0], [0, 2]]], [[1, 1]]], // biome-ignore format: one line
  ['a square', [[[0, 0], [2, 0], [2, 2], [0, 2]]], []], // biome-ignore format: one line
  ['a hole across its shell', [[[0, 0], [4, 0], [4, 4], [0, 4]], [[3, 1], [5, 1], [5, 2], [3, 2]]], [[4, 1], [4, 2]]], // biome-ignore format: one line
  ['a corner that lies on a side', [[[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]], []], // biome-ignore format: one line
  ['a corner that lies on a later side', [[[2, 0], [4, 4], [5, 0], [0, 0], [0, 4]]], []], // biome-ignore format: one line
])('%s', (_, rings, expected) => {
  expect(crossingsOf(drawing(...rings)).toSorted((a, b) => a[1] - b[1])).toEqual(expected);
});

test('they are looked for among as many sides as a hand may draw', () => {
  const zigzag = (sides: number): Position[] =>
    Array.from({ length: sides }, (_, i) =>
      i === 0 ? [-1, -1] : i === 1 ? [1, 1] : i === 2 ? [1, -1] : [-1, i],
    );
  expect(crossingsOf(drawing(zigzag(2_000))).length).toBeGreaterThan(0);
  expect(crossingsOf(drawing(zigzag(2_001)))).toEqual([]);
});

import fc from 'fast-check';
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

test('two sides cross at their common point, and not where one ends before it', () => {
  const vector = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
  const share = fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(vector, vector, vector, share, share, fc.boolean(), (at, one, other, s, t, isShort) => {
      fc.pre(one[0] * other[1] !== one[1] * other[0]);
      const along = (by: readonly number[], from: number): Position => [
        at[0] + from * by[0],
        at[1] + from * by[1],
      ];
      // Through the point, or shortly before.
      const sides = [
        [along(one, -s), along(one, isShort ? -0.05 : 1 - s)],
        [along(other, -t), along(other, 1 - t)],
      ];
      const parts = sides.map((side) => [side]);
      const found = crossingsOf({ parts, closed: true, within_m: 0 });
      // There and back: each crossing is found four times.
      expect(found).toHaveLength(isShort ? 0 : 4);
      for (const [x, y] of found) {
        expect(x).toBeCloseTo(at[0], 9);
        expect(y).toBeCloseTo(at[1], 9);
      }
    }),
    { numRuns: 200, seed: 19 },
  );
});

test('they are looked for among as many sides as a hand may draw', () => {
  const zigzag = (sides: number): Position[] =>
    Array.from({ length: sides }, (_, i) =>
      i === 0 ? [-1, -1] : i === 1 ? [1, 1] : i === 2 ? [1, -1] : [-1, i],
    );
  expect(crossingsOf(drawing(zigzag(2_000))).length).toBeGreaterThan(0);
  expect(crossingsOf(drawing(zigzag(2_001)))).toEqual([]);
});

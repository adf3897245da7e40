import { expect, test } from 'vitest';
import { outlinesOverlap } from '../../src/web/outlines-overlap.ts';
import type { Outline } from '../../src/web/question.ts';

const rectangle = (west: number, south: number, east: number, north: number): Outline => [
  [[west, south], [east, south], [east, north], [west, north]], // biome-ignore format: one line
];
const big = rectangle(0, 0, 3, 3);

test.each<[string, Outline, boolean]>([
  ['beside it along an edge', rectangle(3, 1, 4, 2), false],
  ['inside, along an edge', rectangle(2.5, 1, 3, 2), true],
  ['in its hole', rectangle(1.2, 1.2, 1.8, 1.8), false],
  ['filling its hole', rectangle(1, 1, 2, 2), false],
  ['beyond its hole', rectangle(1.2, 1.2, 2, 2.1), true],
])('rings may run either way: %s', (_, other, overlap) => {
  const around: Outline = [...big, rectangle(1, 1, 2, 2)[0]];
  const directions = [
    (outline: Outline) => outline,
    (outline: Outline) => outline.map((ring) => ring.toReversed()),
  ];
  for (const turnA of directions) {
    for (const turnB of directions) {
      expect(outlinesOverlap(turnA(around), turnB(other))).toBe(overlap);
      expect(outlinesOverlap(turnB(other), turnA(around))).toBe(overlap);
    }
  }
});

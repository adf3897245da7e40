import { expect, test } from 'vitest';
import type { Polygon } from '../../src/geo/positions.ts';
import { zonesOverlap } from '../../src/web/zones-overlap.ts';

const rectangle = (west: number, south: number, east: number, north: number): Polygon => [
  [[west, south], [east, south], [east, north], [west, north], [west, south]], // biome-ignore format: one line
];
const big = rectangle(0, 0, 3, 3);

test.each<[string, Polygon, boolean]>([
  ['beside it along an edge', rectangle(3, 1, 4, 2), false],
  ['inside, along an edge', rectangle(2.5, 1, 3, 2), true],
  ['in its hole', rectangle(1.2, 1.2, 1.8, 1.8), false],
  ['filling its hole', rectangle(1, 1, 2, 2), false],
  ['beyond its hole', rectangle(1.2, 1.2, 2, 2.1), true],
])('rings may run either way: %s', (_, other, overlap) => {
  const around: Polygon = [...big, rectangle(1, 1, 2, 2)[0]];
  const directions = [
    (polygon: Polygon) => polygon,
    (polygon: Polygon) => polygon.map((ring) => ring.toReversed()),
  ];
  for (const turnA of directions) {
    for (const turnB of directions) {
      expect(zonesOverlap([turnA(around)], [turnB(other)])).toBe(overlap);
      expect(zonesOverlap([turnB(other)], [turnA(around)])).toBe(overlap);
    }
  }
});

import { expect, test } from 'vitest';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { seaInBox } from '../../tiles-builder/geometry/sea.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const box = [[rectangle(0, 0, 10, 10)]] as const;

const areaOf = (polygons: readonly Polygon[]): number =>
  polygons.reduce((sum, [shell, ...holes]) => {
    const area = (ring: readonly Position[]): number => Math.abs(signedDoubleArea(ring)) / 2;
    return sum + area(shell!) - holes.reduce((taken, hole) => taken + area(hole), 0);
  }, 0);

test.each<[string, Position[][], number]>([
  ['no coast', [], 0],
  ['land in the east, its coast southwards', [[[4, 12], [4, -1]]], 40], // biome-ignore format: a line
  ['land in the west, its coast northwards', [[[4, -1], [4, 12]]], 60], // biome-ignore format: a line
  ['a coast in two ways, the second given first', [[[4, 5], [4, -1]], [[4, 12], [4, 5]]], 40], // biome-ignore format: a line
  ['an island', [rectangle(2, 2, 4, 4)], 96],
  ['an enclosed sea', [rectangle(2, 2, 4, 4).reverse()], 4],
  ['land between two seas', [[[3, 12], [3, -1]], [[7, -1], [7, 12]]], 60], // biome-ignore format: a line
  ['a strait', [[[3, -1], [3, 12]], [[7, 12], [7, -1]]], 40], // biome-ignore format: a line
  ['a strait with an island', [[[3, -1], [3, 12]], rectangle(4, 4, 5, 5), [[7, 12], [7, -1]]], 39], // biome-ignore format: a line
  ['an island half outside', [rectangle(8, 8, 12, 12)], 96],
  ['a cape that leaves the box', [[[4, 12], [4, 6], [-2, 6], [-2, 4], [4, 4], [4, -1]]], 32], // biome-ignore format: a line
])('%s', (_, coasts, expected) => {
  expect(areaOf(seaInBox(coasts, box))).toBeCloseTo(expected, 9);
});

test('a coast that ends just inside the box is extended to its edge', () => {
  expect(areaOf(seaInBox([[[4, 12], [4, 0.3]]], box))).toBeCloseTo(40, 9); // biome-ignore format: a line
});

test('a coast that ends inside the box is no coast to go by', () => {
  expect(seaInBox([[[4, 12], [4, 5]]], box)).toEqual([]); // biome-ignore format: a line
});

import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { spatialBlocks } from '../../tiles-builder/living/spatial-blocks.ts';

const grid = (columns: number, rows: number): [number, number][] =>
  Array.from({ length: columns * rows }, (_, i) => [
    10 + (i % columns) / 100,
    50 + Math.floor(i / columns) / 100,
  ]);

test('each place is in one block of three to five', () => {
  for (const count of [6, 8, 9, 13, 27, 100, 500]) {
    const random = new Random(count);
    const blocks = spatialBlocks(
      Array.from({ length: count }, () => [random.between(5, 6), random.between(45, 46)]),
    );
    expect(blocks.flat().sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
    for (const block of blocks) expect([3, 4, 5]).toContain(block.length);
  }
  expect(spatialBlocks(grid(2, 1))).toEqual([[0, 1]]);
});

test('blocks are of neighbours: two by two on a grid, in metres rather than degrees', () => {
  const places = grid(8, 4).map(([lon, lat]) => [lon * 1.5, lat] as const);
  for (const block of spatialBlocks(places)) {
    const [lons, lats] = [0, 1].map((axis) => new Set(block.map((place) => places[place][axis])));
    expect([lons!.size, lats!.size]).toEqual([2, 2]);
  }
});

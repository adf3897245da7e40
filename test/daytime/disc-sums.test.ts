import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { DiscSums } from '../../tiles-builder/daytime/disc-sums.ts';

const cells = gridDisk(latLngToCell(57.7, 11.97, 10), 25).filter((_, i) => i % 3 !== 1);
const random = new Random(3);
const counts = [1, 2].map(() => new Map(cells.map((cell) => [cell, random.integer(0, 9_000)])));

test('a disc holds what lies within its radius, of each count', () => {
  const sums = DiscSums.ofCells(counts);
  const lats = cells.map((cell) => cellToLatLng(cell)[0]);
  const perLon_m = METRES_PER_DEGREE * Math.cos((lats.reduce((a, b) => a + b) / lats.length / 180) * Math.PI);
  const placeOf = (cell: Cell): [number, number] => {
    const [lat, lon] = cellToLatLng(cell);
    return [lon * perLon_m, lat * METRES_PER_DEGREE];
  };
  const [middle] = cells.map(placeOf);
  let held = 0;
  for (const radius_m of [0.01, 60, 249, 250, 251, 700, 3_999]) {
    for (let drawn = 0; drawn < 40; drawn++) {
      const at = [0, 1].map((axis) => middle[axis] + (random.unit() - 0.5) * 6_000) as [number, number];
      const inside = cells.filter((cell) => {
        const [x, y] = placeOf(cell);
        return Math.hypot(x - at[0], y - at[1]) <= radius_m;
      });
      held += inside.length;
      const found = sums.within(at, radius_m);
      for (const [i, count] of counts.entries())
        expect(found[i]).toBeCloseTo(
          inside.reduce((sum, cell) => sum + count.get(cell)! / 1_000, 0),
          6,
        );
    }
  }
  expect(held).toBeGreaterThan(10_000);
  const own = sums.within(middle, 0.01);
  expect(own).toEqual(counts.map((count) => count.get(cells[0])! / 1_000));
});

test('numbers stand for cells, and nothing makes nothing', () => {
  const [a, b, c] = cells.slice(0, 3).sort();
  const sums = DiscSums.ofNumbers(
    [
      { cell: Uint32Array.of(3, 8), millipersons: Float64Array.of(1_000, 500) },
      { cell: Uint32Array.of(8, 9), millipersons: Float64Array.of(250, 125) },
    ],
    (numbers) => {
      expect([...numbers]).toEqual([3, 8, 9]);
      const centres = [a, b, c].map((cell) => cellToLatLng(cell));
      const [lat, lon] = [0, 1].map((axis) => Float64Array.from(centres, (centre) => centre[axis]));
      return { lon, lat };
    },
  );
  const byCells = DiscSums.ofCells([
    new Map([[a, 1_000], [b, 500]]), // biome-ignore format: a line
    new Map([[b, 250], [c, 125]]), // biome-ignore format: a line
  ]);
  expect(sums.isEmpty).toBe(false);
  expect(sums).toEqual(byCells);
  expect(DiscSums.ofCells([new Map(), new Map()]).isEmpty).toBe(true);
});

import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { DiscSums, drawDisc } from '../../tiles-builder/daytime/disc-sums.ts';

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

test('somebody is found in proportion to people, and any place in proportion to squares that have one', () => {
  const [near, beside] = gridDisk(latLngToCell(57.7, 11.97, 13), 1);
  const far = latLngToCell(57.9, 11.97, 13);
  const sums = DiscSums.ofCells([new Map([[near, 1_000], [beside, 3_000], [far, 1_000]])]); // biome-ignore format: a line
  const farPlace = cellToLatLng(far)[0] * METRES_PER_DEGREE;
  const isFar = ([, y]: readonly [number, number]): boolean => Math.abs(y - farPlace) < 1;
  const share = (draw: () => readonly [number, number]): number =>
    Array.from({ length: 4_000 }, () => isFar(draw())).filter(Boolean).length / 4_000;
  expect(share(() => sums.placeOfSomebody(random))).toBeCloseTo(0.2, 1);
  expect(share(() => sums.anyPlace(random))).toBeCloseTo(0.5, 1);
});

test('discs are from 120 m to 4 km, as many below as above the geometric mean, some 300 m aside', () => {
  const drawn: { at: readonly [number, number]; radius_m: number; isHeld: boolean }[] = [];
  for (const isAroundSomebody of [true, false]) {
    for (let i = 0; i < 3_000; i++) {
      let seen: { at: readonly [number, number]; radius_m: number } | null = null;
      const sums = {
        placeOfSomebody: () => [5_000, 7_000],
        anyPlace: () => [-5_000, -7_000],
        within: (at: [number, number], radius_m: number) => {
          seen = { at, radius_m };
          return [1];
        },
      } as unknown as DiscSums;
      const disc = drawDisc(sums, isAroundSomebody, random);
      const { at, radius_m } = seen!;
      const middle = isAroundSomebody ? [5_000, 7_000] : [-5_000, -7_000];
      const aside = [at[0] - middle[0], at[1] - middle[1]] as const;
      expect(disc.containsSampledPerson).toBe(isAroundSomebody && Math.hypot(...aside) <= radius_m);
      drawn.push({ at: aside, radius_m, isHeld: disc.containsSampledPerson });
    }
  }
  const radii_m = drawn.map(({ radius_m }) => radius_m).sort((a, b) => a - b);
  expect(radii_m[0]).toBeGreaterThanOrEqual(120);
  expect(radii_m[0]).toBeLessThan(122);
  expect(radii_m.at(-1)).toBeLessThanOrEqual(4_000);
  expect(radii_m.at(-1)).toBeGreaterThan(3_950);
  const median_m = radii_m[radii_m.length / 2];
  expect(Math.abs(Math.log(median_m / Math.sqrt(120 * 4_000)))).toBeLessThan(0.15);
  for (const axis of [0, 1]) {
    const deviation_m = Math.sqrt(drawn.reduce((sum, { at }) => sum + at[axis] ** 2, 0) / drawn.length);
    expect(deviation_m).toBeGreaterThan(285);
    expect(deviation_m).toBeLessThan(315);
  }
  expect(drawn.filter(({ isHeld }) => isHeld).length).toBeGreaterThan(1_000);
});

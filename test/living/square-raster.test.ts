/** Cells of a census's grid: where they are, what is around them and how far they are from some, counted cell by cell. */

import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { multiPolygon } from '@turf/helpers';
import { describe, expect, test } from 'vitest';
import { rasterCell_m, rasterPlaceAt, SquareRaster } from '../../tiles-builder/living/square-raster.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { gridPlaceOf, projectPosition, squareOutline } from '../../tiles-builder/read/census/grid-square.ts';

const CELL_M = 200;
/** A place of the grid far from its middle line, where it is turned against the map, and a zone of 3 km by 2 km there. */
const [EAST_M, NORTH_M] = [3_700_000, 2_800_000];
const [COLUMN, ROW] = [EAST_M / CELL_M, NORTH_M / CELL_M];
const corner = (x: number, y: number) => projectPosition([EAST_M + x, NORTH_M + y]);
const zone = [[[corner(0, 0), corner(3_000, 0), corner(3_000, 2_000), corner(0, 2_000), corner(0, 0)]]];
const raster = new SquareRaster(CELL_M, zone);
const at = (column: number, row: number): number =>
  raster.cellAt({ column: COLUMN + column, row: ROW + row });
const placeOf = (cell: number): [number, number] => {
  const [x, y] = gridPlaceOf(raster.middleOf(cell));
  return [Math.floor(x / CELL_M) - COLUMN, Math.floor(y / CELL_M) - ROW];
};
const placesOf = (cells: Iterable<number>): [number, number][] =>
  [...cells].map(placeOf).sort(([a, c], [b, d]) => a - b || c - d);

test('cells are so wide that all squares consist of whole ones', () => {
  expect(rasterCell_m([200])).toBe(200);
  expect(rasterCell_m([1_000, 200])).toBe(200);
  expect(rasterCell_m([1_000])).toBe(200);
  expect(rasterCell_m([1_000, 250])).toBe(50);
  expect(rasterCell_m([100])).toBe(100);
});

test('has every cell of the zone and one around it, each with its middle in its square', () => {
  let inside = 0;
  for (let column = -1; column <= 15; column++) {
    for (let row = -1; row <= 10; row++) {
      const cell = at(column, row);
      const isOfZone = column >= 0 && column < 15 && row >= 0 && row < 10;
      if (isOfZone) expect(cell).toBeGreaterThanOrEqual(0);
      if (cell < 0) continue;
      inside++;
      expect(placeOf(cell)).toEqual([column, row]);
      const middle = gridPlaceOf(raster.middleOf(cell));
      expect(middle[0]).toBeCloseTo(EAST_M + (column + 0.5) * CELL_M, 1);
      expect(middle[1]).toBeCloseTo(NORTH_M + (row + 0.5) * CELL_M, 1);
      expect(rasterPlaceAt(raster.middleOf(cell), CELL_M)).toEqual({
        column: COLUMN + column,
        row: ROW + row,
      });
    }
  }
  expect(inside).toBeGreaterThanOrEqual(17 * 12);
  for (const [column, row] of [[-5, 3], [20, 3], [3, -5], [3, 15]]) expect(at(column, row)).toBe(-1); // biome-ignore format: a line
  expect(raster.cell_m2).toBe(40_000);
});

test('a square has its cells, as far as the raster reaches', () => {
  const kilometre = { size_m: 1_000, east_m: EAST_M + 1_000, north_m: NORTH_M };
  const all = [5, 6, 7, 8, 9].flatMap((column) => [0, 1, 2, 3, 4].map((row) => [column, row]));
  expect(placesOf(raster.cellsOf(kilometre))).toEqual(all);
  expect(placesOf(raster.cellsOf({ size_m: 200, east_m: EAST_M + 400, north_m: NORTH_M + 600 }))).toEqual([
    [2, 3],
  ]);
  const beyond = placesOf(raster.cellsOf({ ...kilometre, east_m: EAST_M - 800, north_m: NORTH_M - 800 }));
  expect(beyond).toContainEqual([0, 0]);
  for (const [column, row] of beyond) expect(Math.max(column, row)).toBeLessThanOrEqual(0);
  expect([...raster.cellsOf({ ...kilometre, east_m: EAST_M + 50_000 })]).toEqual([]);
});

test.each([
  [10, 1],
  [200, 1],
  [399, 1],
  [400, 2],
  [650, 3],
])('around a cell within %d m are those of %d rings', (within_m, rings) => {
  const around = placesOf(raster.cellsAround(at(7, 5), within_m));
  expect(around).toHaveLength((2 * rings + 1) ** 2);
  expect(around[0]).toEqual([7 - rings, 5 - rings]);
  expect(around.at(-1)).toEqual([7 + rings, 5 + rings]);
  const atCorner = placesOf(raster.cellsAround(at(0, 0), within_m));
  expect(atCorner).toContainEqual([rings, rings]);
  for (const [column, row] of atCorner) expect(Math.max(column, row)).toBeLessThanOrEqual(rings);
});

describe.each([1, Date.now() % 1e9])('distances (seed %i)', (seed) => {
  test('are those along the sides and corners of cells', () => {
    const random = new Random(seed);
    const sources = Array.from({ length: 4 }, () => [random.integer(0, 14), random.integer(0, 9)] as const);
    const distances = raster.distancesFrom(sources.map(([column, row]) => at(column, row)));
    for (let column = 0; column < 15; column++) {
      for (let row = 0; row < 10; row++) {
        const steps = sources.map(([x, y]) => {
          const [dx, dy] = [Math.abs(x - column), Math.abs(y - row)];
          return 4 * Math.min(dx, dy) + 3 * Math.abs(dx - dy);
        });
        const distance = distances[at(column, row)];
        expect(distance).toBe(Math.min(...steps));
        expect(raster.metresOf(distance)).toBeCloseTo((Math.min(...steps) / 3) * CELL_M, 6);
      }
    }
  });
});

test('where there is nothing to be near to, everything is infinitely far', () => {
  expect(raster.metresOf(raster.distancesFrom([])[at(3, 3)])).toBe(Infinity);
});

test('the outline of some cells holds their middles, and no others', () => {
  const random = new Random(5);
  const chosen = new Set<number>();
  for (let column = 0; column < 15; column++)
    for (let row = 0; row < 10; row++) if (random.chance(0.5)) chosen.add(at(column, row));
  const outline = raster.outlineOf((cell) => chosen.has(cell));
  const area = multiPolygon(
    outline.map((rings) => rings.map((ring) => ring.map(([lon, lat]) => [lon, lat]))),
  );
  for (let column = 0; column < 15; column++) {
    for (let row = 0; row < 10; row++) {
      const cell = at(column, row);
      expect(booleanPointInPolygon([...raster.middleOf(cell)], area)).toBe(chosen.has(cell));
    }
  }
  const [one] = raster.outlineOf((cell) => cell === at(4, 4));
  const square = squareOutline({ size_m: 200, east_m: EAST_M + 800, north_m: NORTH_M + 800 });
  for (const position of square) expect(one[0]).toContainEqual(position);
});

/** Cells of a census grid, by brute force. */

import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import { multiPolygon } from '@turf/helpers';
import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { rasterGridOf, rasterPlaceAt, SquareRaster } from '../../tiles-builder/living/square-raster.ts';
import {
  EUROPEAN_GRID,
  gridPlaceOf,
  projectPosition,
  squareOutline,
} from '../../tiles-builder/sources/census/grid-square.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';

const CELL_M = 200;
const GRID = { projection: EUROPEAN_GRID, cell_m: CELL_M };
const [EAST_M, NORTH_M] = [3_700_000, 2_800_000];
const [COLUMN, ROW] = [EAST_M / CELL_M, NORTH_M / CELL_M];
const corner = (x: number, y: number) => projectPosition([EAST_M + x, NORTH_M + y], EUROPEAN_GRID);
const zone = [[[corner(0, 0), corner(3_000, 0), corner(3_000, 2_000), corner(0, 2_000), corner(0, 0)]]];
const raster = new SquareRaster(GRID, zone);
const at = (column: number, row: number): number =>
  raster.cellAt({ column: COLUMN + column, row: ROW + row });
const placeOf = (cell: number): [number, number] => {
  const [x, y] = gridPlaceOf(raster.middleOf(cell), EUROPEAN_GRID);
  return [Math.floor(x / CELL_M) - COLUMN, Math.floor(y / CELL_M) - ROW];
};

test.each([
  [[200], 200],
  [[1_000, 200], 200],
  [[1_000], 200],
  [[1_000, 250], 50],
  [[100], 100],
])('cells of squares of %j m are %d m wide, as all squares consist of whole ones', (sizes_m, cell_m) => {
  const units = UnitTable.of(
    sizes_m.map((size_m) => ({
      id: String(size_m),
      people: 1,
      square: { projection: 'EPSG:2056', size_m, east_m: 0, north_m: 0 },
    })),
  );
  expect(rasterGridOf(units)).toEqual({ projection: 'EPSG:2056', cell_m });
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
      const middle = gridPlaceOf(raster.middleOf(cell), EUROPEAN_GRID);
      expect(middle[0]).toBeCloseTo(EAST_M + (column + 0.5) * CELL_M, 1);
      expect(middle[1]).toBeCloseTo(NORTH_M + (row + 0.5) * CELL_M, 1);
      expect(rasterPlaceAt(raster.middleOf(cell), GRID)).toEqual({
        column: COLUMN + column,
        row: ROW + row,
      });
    }
  }
  expect(inside).toBeGreaterThanOrEqual(17 * 12);
  for (const [column, row] of [[-5, 3], [20, 3], [3, -5], [3, 15]]) expect(at(column, row)).toBe(-1); // biome-ignore format: a line
  expect(raster.cell_m2).toBe(40_000);
});

describe.each([Date.now() % 1e9])('distances (seed %i)', (seed) => {
  test('are those along the sides and vertices of cells', () => {
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

test('the outline of some cells contains their middles, and no others', () => {
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
  const square = squareOutline({
    projection: EUROPEAN_GRID,
    size_m: 200,
    east_m: EAST_M + 800,
    north_m: NORTH_M + 800,
  });
  for (const position of square) expect(one[0]).toContainEqual(position);
});

test.each([
  ['EPSG:2056', 2_600_000, 1_200_000],
  ['EPSG:28992', 155_000, 463_000],
  ['EPSG:25833', -75_000, 6_649_000],
  ['EPSG:27700', 447_000, 1_141_000],
  ['EPSG:2975', 325_800, 7_635_400],
])('squares of %s have the cells whose middles lie in them', (projection, east_m, north_m) => {
  const square = { projection, size_m: 500, east_m, north_m };
  const around = squareOutline({ ...square, size_m: 2_000, east_m: east_m - 500, north_m: north_m - 500 });
  const own = new SquareRaster({ projection, cell_m: 100 }, [[around]]);
  const area = new PlanarArea([[squareOutline(square)]]);
  const cells = new Set(own.cellsOf(square));
  expect(cells.size).toBe(25);
  for (const cell of own.cellsOf({
    ...square,
    size_m: 1_500,
    east_m: east_m - 500,
    north_m: north_m - 500,
  })) {
    expect(area.contains(own.middleOf(cell))).toBe(cells.has(cell));
    expect(own.cellAt(rasterPlaceAt(own.middleOf(cell), { projection, cell_m: 100 }))).toBe(cell);
  }
});

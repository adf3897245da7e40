import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Polygon, Position, Ring } from '../../src/geo/positions.ts';
import { areaWithin, PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { wholeCells } from '../../tiles-builder/geometry/whole-cells.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const UNIT_GRID = { west: 0, south: 0, columnWidth: 1, rowHeight: 1 };
const SIZE = 24;

const isIn = (polygons: readonly Polygon[], column: number, row: number): boolean =>
  wholeCells(polygons, UNIT_GRID)
    .intervals(row)
    .some(([from, to]) => from <= column && column < to);

const cellCorners = (column: number, row: number): number[] => [
  ...[column, row, column + 1, row],
  ...[column + 1, row + 1, column, row + 1],
];

const star = (low: number, high: number) =>
  fc
    .array(fc.double({ min: low, max: high, noNaN: true }), { minLength: 4, maxLength: 40 })
    .map((radii): Ring => {
      const corners = radii.map((radius, i): Position => {
        const angle = (2 * Math.PI * i) / radii.length + 0.1;
        return [SIZE / 2 + radius * Math.cos(angle), SIZE / 2 + radius * Math.sin(angle)];
      });
      return [...corners, corners[0]];
    });

test('a cell is whole where all of its area is in the zone, by clipping', () => {
  fc.assert(
    fc.property(star(5, 11), star(0.5, 4), (shell, hole) => {
      const zone: Polygon[] = [[shell, hole.toReversed()]];
      const area = new PlanarArea(zone);
      const cells = wholeCells(zone, UNIT_GRID);
      for (let row = 0; row < SIZE; row++) {
        const intervals = cells.intervals(row);
        for (let column = 0; column < SIZE; column++) {
          const share = areaWithin(cellCorners(column, row), [area]);
          // Rounding allows either.
          if (Math.abs(1 - share) < 1e-5 && share !== 1) continue;
          const isWhole = intervals.some(([from, to]) => from <= column && column < to);
          expect({ column, row, isWhole }).toEqual({ column, row, isWhole: share > 0.5 && share >= 1 });
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a cell across the edge between two polygons is whole, one across a gap is not', () => {
  const box = (west: number, east: number): Polygon => [rectangle(west, 0, east, 4)];
  expect(isIn([box(0, 1.3), box(1.3, 4)], 1, 2)).toBe(true);
  expect(isIn([box(0, 1.3), box(1.31, 4)], 1, 2)).toBe(false);
  expect(isIn([box(0, 1.3), box(1.31, 4)], 2, 2)).toBe(true);
  expect(isIn([box(0, 4)], 4, 2)).toBe(false);
});

/** Sets of cells against sets of their names. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { CellRows } from '../../tiles-builder/geometry/cell-rows.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { traceCellRows } from '../../tiles-builder/geometry/trace-cell-rows.ts';

const SIDE = 12;
const runs = fc.array(
  fc.record({ row: fc.integer({ min: -2, max: 9 }), from: fc.integer({ min: -3, max: 8 }), length: fc.integer({ min: 1, max: 4 }) }), // biome-ignore format: a line
  { maxLength: 25 },
);
type Runs = typeof runs extends fc.Arbitrary<infer Value> ? Value : never;

function rowsOf(drawn: Runs): { rows: CellRows; names: Set<string> } {
  const rows = new CellRows();
  const names = new Set<string>();
  for (const { row, from, length } of drawn) {
    rows.add(row, from, from + length);
    for (let column = from; column < from + length; column++) names.add(`${column} ${row}`);
  }
  return { rows, names };
}

function namesIn(rows: CellRows): Set<string> {
  const names = new Set<string>();
  for (const row of rows.rows()) {
    let last = -Infinity;
    for (const [from, to] of rows.intervals(row)) {
      expect(from).toBeGreaterThan(last);
      expect(to).toBeGreaterThan(from);
      last = to;
      for (let column = from; column < to; column++) names.add(`${column} ${row}`);
    }
  }
  return names;
}

const all = Array.from({ length: (3 * SIDE) ** 2 }, (_, i) => [
  (i % (3 * SIDE)) - SIDE,
  Math.floor(i / (3 * SIDE)) - SIDE,
]);
const cellsWhere = (isIn: (column: number, row: number) => boolean): Set<string> =>
  new Set(all.flatMap(([column, row]) => (isIn(column, row) ? [`${column} ${row}`] : [])));
const options = { seed: 20261123, numRuns: 60 };

test('cells are those that were added, in whatever order', () => {
  fc.assert(
    fc.property(runs, (drawn) => {
      const { rows, names } = rowsOf(drawn);
      expect(namesIn(rows)).toEqual(names);
      expect(rows.rows()).toEqual([...new Set(drawn.map(({ row }) => row))].sort((a, b) => a - b));
      rows.add(0, -3, 0);
      rows.add(0, 5, 7);
      rows.add(0, -4, -2);
      for (const column of [-4, -3, -2, -1, 5, 6]) names.add(`${column} 0`);
      expect(namesIn(rows)).toEqual(names);
    }),
    options,
  );
});

test('cells grow by rows, and shrink by what is near to others', () => {
  let kept = 0;
  fc.assert(
    fc.property(runs, fc.integer({ min: 0, max: 3 }), (drawn, reach) => {
      const { rows, names } = rowsOf(drawn);
      const near = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
      const grown = rows.grownByRows(reach);
      expect(namesIn(grown)).toEqual(
        cellsWhere((column, row) => near.some((up) => names.has(`${column} ${row + up}`))),
      );
      const wide = rowsOf(
        drawn.flatMap((run) =>
          [0, 1, 2, 3, 4].map((up) => ({ ...run, row: run.row + up, length: 2 * run.length + 4 })),
        ),
      );
      const expected = cellsWhere((column, row) =>
        near.every((up) => near.every((right) => wide.names.has(`${column + right} ${row + up}`))),
      );
      expect(namesIn(wide.rows.shrunk(reach))).toEqual(expected);
      if (reach > 0) kept += expected.size;
    }),
    options,
  );
  expect(kept).toBeGreaterThan(20);
});

test('an outline contains the cells and no other, with shells and holes in opposite directions', () => {
  let holes = 0;
  fc.assert(
    fc.property(runs, fc.boolean(), (drawn, areLeftOut) => {
      const leftOut = rowsOf(drawn).names;
      const others = all.filter(([column, row]) => Math.max(column, row) < 9 && Math.min(column, row) > -4);
      const { rows, names } = areLeftOut
        ? rowsOf(
            others
              .filter((cell) => !leftOut.has(cell.join(' ')))
              .map(([from, row]) => ({ row, from, length: 1 })),
          )
        : rowsOf(drawn);
      const zone = traceCellRows(rows);
      const outline = new PlanarArea(zone);
      for (const [column, row] of all)
        expect(outline.contains([column + 0.5, row + 0.5])).toBe(names.has(`${column} ${row}`));
      let area = 0;
      for (const [shell, ...inner] of zone) {
        expect(signedDoubleArea(shell)).toBeGreaterThan(0);
        for (const hole of inner) expect(signedDoubleArea(hole)).toBeLessThan(0);
        holes += inner.length;
        area += [shell, ...inner].reduce((sum, ring) => sum + signedDoubleArea(ring) / 2, 0);
        for (const ring of [shell, ...inner]) {
          expect(ring[0]).toEqual(ring.at(-1));
          for (let i = 1; i + 1 < ring.length; i++) {
            const [[ax, ay], [bx, by], [cx, cy]] = [ring[i - 1], ring[i], ring[i + 1]];
            expect((bx - ax) * (cy - by) - (by - ay) * (cx - bx)).not.toBe(0);
          }
        }
      }
      expect(area).toBe(names.size);
    }),
    options,
  );
  expect(holes).toBeGreaterThan(20);
});

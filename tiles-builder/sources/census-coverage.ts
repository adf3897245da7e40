/** Where a census is taken to be complete if nobody says otherwise. */
import type { Zone } from '../../src/geo/positions.ts';
import type { CensusUnit } from '../records.ts';
import { CellRows } from './cell-rows.ts';
import { type GridSquare, projectRing } from './grid-square.ts';
import { rightHanded } from './rings.ts';
import { traceCellRows } from './trace-cell-rows.ts';

/** How far around a listed square it is known that nobody else lives. */
const GROWN_BY_M = 1_000;
/** Long edges get a position this often: between two, the projected line is bent by less than a metre. */
const MAX_EDGE_M = 5_000;

/**
 * The listed squares grown by a kilometre on their own grid; units that are no grid squares as they are.
 * @param grown_m how far else squares are grown
 * @returns right-handed polygons
 */
export function censusCoverage(units: readonly CensusUnit[], grown_m = GROWN_BY_M): Zone {
  const squares = units.map(({ square }) => square).filter((square) => square !== undefined);
  return squares.length < units.length
    ? units.flatMap((unit) => unit.outline)
    : grownSquares(squares, grown_m);
}

function grownSquares(squares: readonly GridSquare[], grown_m: number): Zone {
  const cell_m = squares.reduce((divisor, { size_m }) => greatestCommonDivisor(divisor, size_m), GROWN_BY_M);
  const rows = new CellRows();
  for (const { size_m, east_m, north_m } of squares) {
    const column = east_m / cell_m;
    const row = north_m / cell_m;
    const cells = size_m / cell_m;
    for (let i = 0; i < cells; i++) rows.add(row + i, column, column + cells);
  }
  return traceCellRows(rows.grown(grown_m / cell_m)).map((polygon) =>
    rightHanded(
      polygon.map((ring) =>
        projectRing(
          ring.map(([column, row]) => [column * cell_m, row * cell_m]),
          MAX_EDGE_M,
        ),
      ),
    ),
  );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

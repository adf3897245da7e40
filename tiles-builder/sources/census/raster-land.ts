/** Finds the land that a raster knows around a box: the traced outline of its valid cells. */
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Position,
  type Zone,
} from '../../../src/geo/positions.ts';
import { CellRows } from '../../geometry/cell-rows.ts';
import { rightHanded } from '../../geometry/rings.ts';
import { traceCellRows } from '../../geometry/trace-cell-rows.ts';

export interface RasterGrid {
  readonly width: number;
  readonly height: number;
  /** Returns the upper left corner of a cell in degrees. */
  readonly corner: (column: number, row: number) => Position;
  readonly isStraight: boolean;
}

const COLUMNS_A_PIECE = 64;

export class RasterLand {
  readonly #grid: RasterGrid;
  readonly #valid: CellRows;
  readonly #cells: Float64Array;

  constructor(grid: RasterGrid, valid: CellRows, cells: Float64Array) {
    this.#grid = grid;
    this.#valid = valid;
    this.#cells = cells;
  }

  outlineAround(box: BoundingBox, isLeftOut: (unit: number) => boolean): Zone {
    const { width, corner, isStraight } = this.#grid;
    const leftOut = new Set(this.#cells.filter((_, unit) => isLeftOut(unit)));
    const known = new CellRows();
    for (const [row, from, to] of this.#piecesNear(box)) {
      if (leftOut.size === 0) known.add(row, from, to);
      else
        for (let column = from; column < to; column++)
          if (!leftOut.has(row * width + column)) known.add(row, column, column + 1);
    }
    return traceCellRows(known).map((polygon) =>
      rightHanded(
        polygon.map((ring) => (isStraight ? ring : [...withEachCell(ring)]).map(([x, y]) => corner(x, y))),
      ),
    );
  }

  *#piecesNear(box: BoundingBox): Generator<readonly [row: number, from: number, to: number]> {
    const { height, corner } = this.#grid;
    for (let row = 0; row < height; row++) {
      for (const [first, end] of this.#valid.intervals(row)) {
        for (let from = first; from < end; from += COLUMNS_A_PIECE) {
          const to = Math.min(end, from + COLUMNS_A_PIECE);
          const corners = [corner(from, row), corner(to, row), corner(from, row + 1), corner(to, row + 1)];
          if (boxesOverlap(boundingBoxOf([corners]), box)) yield [row, from, to];
        }
      }
    }
  }
}

function* withEachCell(ring: readonly Position[]): Generator<Position> {
  for (let i = 1; i < ring.length; i++) {
    const [[columnA, rowA], [columnB, rowB]] = [ring[i - 1], ring[i]];
    const cells = Math.abs(columnB - columnA) + Math.abs(rowB - rowA);
    for (let cell = 0; cell < cells; cell++)
      yield [columnA + ((columnB - columnA) * cell) / cells, rowA + ((rowB - rowA) * cell) / cells];
  }
  yield ring[0];
}

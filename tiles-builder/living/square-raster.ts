/** A raster on the grid of a census's squares, as far as a zone reaches: what is nearest to each of its cells. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { CellRows } from '../geometry/cell-rows.ts';
import { rightHanded } from '../geometry/rings.ts';
import { traceCellRows } from '../geometry/trace-cell-rows.ts';
import { type GridSquare, gridPlaceOf, projectRing } from '../read/census/grid-square.ts';

/** Cells are no wider, and squares consist of whole cells. */
const WIDEST_CELL_M = 200;
/** Long edges get a position this often, like those of squares: between two, the projected line is bent by centimetres. */
const MAX_EDGE_M = 1_000;
/** Steps of a distance: to the next cell across a side, and across a corner, which is nearly their true ratio. */
const ACROSS_SIDE = 3;
const ACROSS_CORNER = 4;
const FAR = 65_535;

/** Distances of all cells from some of them; see {@link SquareRaster.metresOf}. */
export type Distances = Uint16Array;

export class SquareRaster {
  readonly #cell_m: number;
  readonly #firstColumn: number;
  readonly #firstRow: number;
  readonly #columns: number;
  readonly #rows: number;

  constructor(squares: readonly GridSquare[], zone: Zone) {
    this.#cell_m = squares.reduce((divisor, { size_m }) => commonDivisor(divisor, size_m), WIDEST_CELL_M);
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const ring of zone.flat()) {
      for (const position of withPositionsBetween(ring)) {
        const [x, y] = gridPlaceOf(position);
        west = Math.min(west, x);
        east = Math.max(east, x);
        south = Math.min(south, y);
        north = Math.max(north, y);
      }
    }
    this.#firstColumn = Math.floor(west / this.#cell_m) - 1;
    this.#firstRow = Math.floor(south / this.#cell_m) - 1;
    this.#columns = Math.ceil(east / this.#cell_m) + 1 - this.#firstColumn;
    this.#rows = Math.ceil(north / this.#cell_m) + 1 - this.#firstRow;
  }

  get cell_m2(): number {
    return this.#cell_m ** 2;
  }

  /** The cell at a position, or -1 beyond the raster. */
  cellAt(position: Position): number {
    const [x, y] = gridPlaceOf(position);
    const column = Math.floor(x / this.#cell_m) - this.#firstColumn;
    const row = Math.floor(y / this.#cell_m) - this.#firstRow;
    const isInside = column >= 0 && column < this.#columns && row >= 0 && row < this.#rows;
    return isInside ? row * this.#columns + column : -1;
  }

  /** The cells of a square, as far as the raster has them. */
  *cellsOf({ size_m, east_m, north_m }: GridSquare): Generator<number> {
    const column = east_m / this.#cell_m - this.#firstColumn;
    const row = north_m / this.#cell_m - this.#firstRow;
    const side = size_m / this.#cell_m;
    for (let y = Math.max(0, row); y < Math.min(this.#rows, row + side); y++) {
      for (let x = Math.max(0, column); x < Math.min(this.#columns, column + side); x++) {
        yield y * this.#columns + x;
      }
    }
  }

  /** The cells around a cell within a distance; those that it touches where that is less than a cell. */
  *cellsAround(cell: number, within_m: number): Generator<number> {
    const reach = Math.max(1, Math.floor(within_m / this.#cell_m));
    const column = cell % this.#columns;
    const row = (cell - column) / this.#columns;
    for (let y = Math.max(0, row - reach); y <= Math.min(this.#rows - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(this.#columns - 1, column + reach); x++) {
        yield y * this.#columns + x;
      }
    }
  }

  /** How far each cell is from the nearest of some. Borgefors, "Distance transformations in digital images", 1986. */
  distancesFrom(cells: Iterable<number>): Distances {
    const [columns, rows] = [this.#columns, this.#rows];
    const distances = new Uint16Array(columns * rows).fill(FAR);
    for (const cell of cells) distances[cell] = 0;
    const relax = (column: number, row: number, before: -1 | 1): void => {
      const cell = row * columns + column;
      let nearest = distances[cell]!;
      const pass = (right: number, down: number, step: number): void => {
        const [x, y] = [column + right, row + down];
        if (x < 0 || x >= columns || y < 0 || y >= rows) return;
        nearest = Math.min(nearest, distances[y * columns + x]! + step);
      };
      pass(before, 0, ACROSS_SIDE);
      pass(0, before, ACROSS_SIDE);
      pass(before, before, ACROSS_CORNER);
      pass(-before, before, ACROSS_CORNER);
      distances[cell] = nearest;
    };
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) relax(column, row, -1);
    for (let row = rows - 1; row >= 0; row--) {
      for (let column = columns - 1; column >= 0; column--) relax(column, row, 1);
    }
    return distances;
  }

  /** The metres of a distance; about as many as between the cells' middles. */
  metresOf(distance: number): number {
    return distance === FAR ? Infinity : (distance / ACROSS_SIDE) * this.#cell_m;
  }

  /** The outline of the cells that belong to a set: right-handed polygons in WGS84. */
  outlineOf(belongs: (cell: number) => boolean): Zone {
    const found = new CellRows();
    for (let row = 0; row < this.#rows; row++) {
      let start = -1;
      for (let column = 0; column <= this.#columns; column++) {
        const isIn = column < this.#columns && belongs(row * this.#columns + column);
        if (isIn && start < 0) start = column;
        if (isIn || start < 0) continue;
        found.add(row + this.#firstRow, start + this.#firstColumn, column + this.#firstColumn);
        start = -1;
      }
    }
    const metres = ([column, row]: Position): Position => [column * this.#cell_m, row * this.#cell_m];
    return traceCellRows(found).map((polygon) =>
      rightHanded(polygon.map((ring) => projectRing(ring.map(metres), MAX_EDGE_M))),
    );
  }
}

/** A straight line of the map is bent on the grid. */
function* withPositionsBetween(ring: readonly Position[]): Generator<Position> {
  const PIECES = 8;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1]!, ring[i]!];
    for (let piece = 0; piece < PIECES; piece++) {
      yield [a[0] + ((b[0] - a[0]) * piece) / PIECES, a[1] + ((b[1] - a[1]) * piece) / PIECES];
    }
  }
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

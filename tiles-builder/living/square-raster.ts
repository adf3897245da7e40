/**
 * Defines a raster whose cells divide the grid squares of a census. It computes distances to the nearest of some cells by a
 * chamfer transform, and traces outlines of cells.
 */
import { boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import { greatestCommonDivisor } from '../base/numbers/greatest-common-divisor.ts';
import type { GridSquare } from '../base/records.ts';
import { CellRows } from '../geometry/cell-rows.ts';
import { rightHanded } from '../geometry/rings.ts';
import { traceCellRows } from '../geometry/trace-cell-rows.ts';
import { gridPlaceOf, projectPosition, projectRing } from '../sources/census/grid-square.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';

const WIDEST_CELL_M = 200;
/** Projected lines of this length deviate by centimetres in between. */
const MAX_EDGE_M = 1_000;
const ACROSS_SIDE = 3;
const ACROSS_CORNER = 4;
const FAR = 65_535;

/** Column and row on the fixed grid. */
export interface RasterPlace {
  readonly column: number;
  readonly row: number;
}

export interface RasterGrid {
  readonly projection: string;
  readonly cell_m: number;
}

/** @returns `null` without squares */
export function rasterGridOf(units: UnitTable): RasterGrid | null {
  const sizes_m = units.squareSizes_m();
  if (sizes_m.length === 0) return null;
  return {
    projection: units.projection,
    cell_m: sizes_m.reduce((a, b) => greatestCommonDivisor(a, b), WIDEST_CELL_M),
  };
}

export function rasterPlaceAt(position: Position, { projection, cell_m }: RasterGrid): RasterPlace {
  const [x, y] = gridPlaceOf(position, projection);
  return { column: Math.floor(x / cell_m), row: Math.floor(y / cell_m) };
}

/** Distances in units that {@link SquareRaster.metresOf} converts. */
export type Distances = Uint16Array;

export class SquareRaster {
  readonly #projection: string;
  readonly #cell_m: number;
  readonly #firstColumn: number;
  readonly #firstRow: number;
  readonly #columns: number;
  readonly #rows: number;

  constructor({ projection, cell_m }: RasterGrid, zone: Zone) {
    this.#projection = projection;
    this.#cell_m = cell_m;
    const places = zone
      .flat()
      .map((ring) => Array.from(withPositionsBetween(ring), (position) => gridPlaceOf(position, projection)));
    const { west, south, east, north } = boundingBoxOf(places);
    this.#firstColumn = Math.floor(west / this.#cell_m) - 1;
    this.#firstRow = Math.floor(south / this.#cell_m) - 1;
    this.#columns = Math.ceil(east / this.#cell_m) + 1 - this.#firstColumn;
    this.#rows = Math.ceil(north / this.#cell_m) + 1 - this.#firstRow;
  }

  get cell_m2(): number {
    return this.#cell_m ** 2;
  }

  /** Returns the index of a cell, or -1 outside the raster. */
  cellAt(place: RasterPlace): number {
    const column = place.column - this.#firstColumn;
    const row = place.row - this.#firstRow;
    const isInside = column >= 0 && column < this.#columns && row >= 0 && row < this.#rows;
    return isInside ? row * this.#columns + column : -1;
  }

  middleOf(cell: number): Position {
    const column = (cell % this.#columns) + this.#firstColumn;
    const row = Math.floor(cell / this.#columns) + this.#firstRow;
    return projectPosition([(column + 0.5) * this.#cell_m, (row + 0.5) * this.#cell_m], this.#projection);
  }

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

  /** Yields the cells within a distance, at least its neighbours. */
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

  /** Computes a chamfer distance transform (Borgefors 1986). */
  distancesFrom(cells: Iterable<number>): Distances {
    const [columns, rows] = [this.#columns, this.#rows];
    const distances = new Uint16Array(columns * rows).fill(FAR);
    for (const cell of cells) distances[cell] = 0;
    const pass = (from: number, step: 1 | -1): void => {
      const before = step * columns;
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const cell = from + step * (row * columns + column);
          let nearest = distances[cell];
          if (column > 0) nearest = Math.min(nearest, distances[cell - step] + ACROSS_SIDE);
          if (row > 0) {
            nearest = Math.min(nearest, distances[cell - before] + ACROSS_SIDE);
            if (column > 0) nearest = Math.min(nearest, distances[cell - before - step] + ACROSS_CORNER);
            if (column < columns - 1) {
              nearest = Math.min(nearest, distances[cell - before + step] + ACROSS_CORNER);
            }
          }
          distances[cell] = nearest;
        }
      }
    };
    pass(0, 1);
    pass(rows * columns - 1, -1);
    return distances;
  }

  /** Returns the distance between the middles of cells. */
  metresOf(distance: number): number {
    return distance === FAR ? Infinity : (distance / ACROSS_SIDE) * this.#cell_m;
  }

  /** Returns right-handed polygons in WGS84. */
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
      rightHanded(polygon.map((ring) => projectRing(ring.map(metres), MAX_EDGE_M, this.#projection))),
    );
  }
}

/** Straight lines of the map are curves on the grid. */
function* withPositionsBetween(ring: readonly Position[]): Generator<Position> {
  const PIECES = 8;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1], ring[i]];
    for (let piece = 0; piece < PIECES; piece++) {
      yield [a[0] + ((b[0] - a[0]) * piece) / PIECES, a[1] + ((b[1] - a[1]) * piece) / PIECES];
    }
  }
}

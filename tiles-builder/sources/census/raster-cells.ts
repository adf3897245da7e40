/** Makes census units of raster cells by row: cells with people, and empty covered ones within five cells of these. */
import type { Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import { CellRows } from '../../geometry/cell-rows.ts';
import { rightHanded } from '../../geometry/rings.ts';
import { type RasterGrid, RasterLand } from './raster-land.ts';
import { type UnitPlaces, UnitTable } from './unit-table.ts';

/** Empty cells farther than this many cells from people are left out, to bound memory. */
const CELLS_NEXT_TO_PEOPLE = 5;
const CORNERS = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;

function outlineOfCell({ corner }: RasterGrid, column: number, row: number): Zone {
  return [rightHanded([CORNERS.map(([right, down]) => corner(column + right, row + down))])];
}

function placesOfCells(grid: RasterGrid, cells: Float64Array): UnitPlaces {
  const placeOf = (unit: number): [column: number, row: number] => [
    cells[unit] % grid.width,
    Math.floor(cells[unit] / grid.width),
  ];
  return {
    id: (unit) => {
      const [column, row] = placeOf(unit);
      return `row ${row + 1} column ${column + 1}`;
    },
    outline: (unit) => outlineOfCell(grid, ...placeOf(unit)),
  };
}

export class RasterCells {
  readonly #grid: RasterGrid;
  readonly #valid = new CellRows();
  /** Row and columns of the latest run of valid cells, which is not yet among them. */
  #run = { row: -1, from: 0, to: 0 };
  readonly #cells = new GrowingArray(Float64Array);
  readonly #people = new GrowingArray(Float64Array);

  constructor(grid: RasterGrid) {
    this.#grid = grid;
  }

  /**
   * Adds cells in row order.
   * @param people `null` if nobody lives
   */
  add(column: number, row: number, people: number | null): void {
    if (row === this.#run.row && column === this.#run.to) this.#run.to++;
    else {
      this.#endRun();
      this.#run = { row, from: column, to: column + 1 };
    }
    if (people === null) return;
    this.#cells.push(row * this.#grid.width + column);
    this.#people.push(people);
  }

  finish(mayCount: (outline: Zone) => boolean, knowsLand: boolean): UnitTable {
    this.#endRun();
    const cells = new GrowingArray(Float64Array);
    const people = new GrowingArray(Float64Array);
    const { width, height } = this.#grid;
    const peopled = this.#cells.view();
    let next = 0;
    for (const { row, isNear } of this.#rowsNextToPeople()) {
      for (const [from, to] of this.#valid.intervals(row)) {
        for (let column = from; column < to; column++) {
          const cell = row * width + column;
          const hasPeople = next < peopled.length && peopled[next] === cell;
          if (!hasPeople && !(isNear[column] === 1 && mayCount(outlineOfCell(this.#grid, column, row))))
            continue;
          cells.push(cell);
          people.push(hasPeople ? this.#people.values[next++] : 0);
        }
      }
    }
    const units = cells.taken();
    const places = placesOfCells(this.#grid, units);
    return new UnitTable({
      people: people.taken(),
      places,
      land: knowsLand && height > 0 ? new RasterLand(this.#grid, this.#valid, units) : undefined,
    });
  }

  #endRun(): void {
    const { row, from, to } = this.#run;
    if (to > from) this.#valid.add(row, from, to);
  }

  *#rowsNextToPeople(): Generator<{ readonly row: number; readonly isNear: Uint8Array }> {
    const { width, height } = this.#grid;
    const peopled = this.#cells.view();
    const isNear = new Uint8Array(width);
    let [first, end] = [0, 0];
    for (let row = 0; row < height; row++) {
      while (end < peopled.length && peopled[end] < (row + CELLS_NEXT_TO_PEOPLE + 1) * width) end++;
      while (first < end && peopled[first] < (row - CELLS_NEXT_TO_PEOPLE) * width) first++;
      if (first === end) continue;
      isNear.fill(0);
      for (let i = first; i < end; i++) {
        const column = peopled[i] % width;
        isNear.fill(1, Math.max(0, column - CELLS_NEXT_TO_PEOPLE), column + CELLS_NEXT_TO_PEOPLE + 1);
      }
      yield { row, isNear };
    }
  }
}

/** Cells of a raster as the units of a census: where one lies follows from its column and row. */
import type { Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../numbers/growing-array.ts';
import { byBox, type UnitPlaces, UnitTable } from './unit-table.ts';

type OutlineOfCell = (column: number, row: number) => Zone;

class CellPlaces implements UnitPlaces {
  readonly #width: number;
  readonly #outlineOf: OutlineOfCell;
  /** Of each unit the number of its cell, counted row by row: an integer that may have more than 32 bits. */
  readonly #cells: Float64Array;

  constructor(width: number, outlineOf: OutlineOfCell, cells: Float64Array) {
    this.#width = width;
    this.#outlineOf = outlineOf;
    this.#cells = cells;
  }

  id(unit: number): string {
    const [column, row] = this.#placeOf(unit);
    return `row ${row + 1} column ${column + 1}`;
  }

  outline(unit: number): Zone {
    return this.#outlineOf(...this.#placeOf(unit));
  }

  #placeOf(unit: number): [column: number, row: number] {
    const cell = this.#cells[unit];
    return [cell % this.#width, Math.floor(cell / this.#width)];
  }
}

export class RasterCells {
  readonly #width: number;
  readonly #outlineOf: OutlineOfCell;
  readonly #cells = new GrowingArray(Float64Array);
  readonly #people = new GrowingArray(Float64Array);

  /** @param width cells in a row */
  constructor(width: number, outlineOf: OutlineOfCell) {
    this.#width = width;
    this.#outlineOf = outlineOf;
  }

  /** @param cell its number, counted row by row */
  add(cell: number, people: number): void {
    this.#cells.push(cell);
    this.#people.push(people);
  }

  finish(): UnitTable {
    const added = new CellPlaces(this.#width, this.#outlineOf, this.#cells.view());
    const { length } = this.#cells;
    const compare = byBox(length, (cell) => added.outline(cell));
    const order = new Uint32Array(length).map((_, i) => i).sort(compare);
    const inOrder = ({ values }: GrowingArray<Float64Array>): Float64Array => {
      const sorted = new Float64Array(length);
      for (const [unit, cell] of order.entries()) sorted[unit] = values[cell];
      return sorted;
    };
    return new UnitTable({
      people: inOrder(this.#people),
      first_id: length === 0 ? '' : added.id(0),
      places: new CellPlaces(this.#width, this.#outlineOf, inOrder(this.#cells)),
    });
  }
}

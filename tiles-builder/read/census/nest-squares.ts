/** Makes nested grid squares disjoint: cuts out finer ones, with their people. */
import type { Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { CellRows } from '../../geometry/cell-rows.ts';
import { rightHanded } from '../../geometry/rings.ts';
import { traceCellRows } from '../../geometry/trace-cell-rows.ts';
import { greatestCommonDivisor } from '../../numbers/greatest-common-divisor.ts';
import { whole } from '../../numbers/whole-number.ts';
import type { GridSquare } from '../../records.ts';
import { projectRing } from './grid-square.ts';
import { type UnitTable, UnitTableBuilder } from './unit-table.ts';

export interface NestedSquares {
  readonly units: UnitTable;
  readonly nesting_units: number;
  readonly nested_people: number;
}

const MAX_EDGE_M = 1_000;

/** @throws BadInput where sizes of overlapping squares do not divide */
export function nestSquares(file: string, units: UnitTable): NestedSquares {
  const sizes_m = units.squareSizes_m();
  if (sizes_m.length < 2) return { units, nesting_units: 0, nested_people: 0 };
  requireNesting(file, units, sizes_m);
  const cell_m = sizes_m.reduce((a, b) => greatestCommonDivisor(a, b));
  const nested = new UnitTableBuilder();
  const listed_people: number[] = [];
  const withoutLand = new Set<number>();
  let [nesting_units, nested_people] = [0, 0];
  for (const unit of units) {
    listed_people.push(unit.people);
    const finer = unit.square ? finerIn(unit.square, units, sizes_m) : [];
    if (!unit.square || finer.length === 0) {
      nested.add(unit);
      continue;
    }
    const within = finer.reduce((sum, number) => sum + units.people[number], 0);
    nesting_units++;
    nested_people += Math.min(unit.people, within);
    const outline = without(
      unit.square,
      finer.map((number) => units.square(number)!),
      cell_m,
    );
    if (outline.length === 0) withoutLand.add(nested.length);
    const people = Math.max(0, unit.people - within);
    nested.add({ id: unit.id, people, outline: outline.length === 0 ? unit.outline : outline });
  }
  const { table, order } = nested.finish();
  function* outlines(): Generator<Zone> {
    for (const [unit, added] of order.entries())
      yield table.square(unit) || withoutLand.has(added) ? [] : table.outline(unit);
  }
  const listed = Float64Array.from(order, (added) => listed_people[added]);
  return { units: table.withOutlines(table.people, outlines(), listed), nesting_units, nested_people };
}

function requireNesting(file: string, units: UnitTable, sizes_m: readonly number[]): void {
  for (let number = 0; number < units.length; number++) {
    const square = units.square(number);
    if (!square) continue;
    const { size_m, east_m, north_m } = square;
    for (const wider_m of sizes_m.filter((other) => other > size_m && other % size_m !== 0)) {
      for (const north of multiplesUnder(north_m, size_m, wider_m)) {
        for (const east of multiplesUnder(east_m, size_m, wider_m)) {
          const wider = units.numberOfSquare({ size_m: wider_m, east_m: east, north_m: north });
          if (wider !== null) refuse(file, units, number, wider);
        }
      }
    }
  }
}

function multiplesUnder(start_m: number, length_m: number, wider_m: number): readonly number[] {
  const [first, last] = [start_m, start_m + length_m - 1].map((at) => wider_m * Math.floor(at / wider_m));
  return first === last ? [first] : [first, last];
}

function refuse(file: string, units: UnitTable, finer: number, wider: number): never {
  const [own, other] = [finer, wider].map(
    (unit) => `${units.id(unit)} (${whole(units.people[unit])} people)`,
  );
  throw new BadInput(
    file,
    null,
    `squares of sizes that do not divide each other overlap, so that their people would be counted twice: ${own} and ${other}`,
    'Keep the squares of one size where they overlap, or list each size as a census of its own: the smaller squares count where both know who lives.',
  );
}

function finerIn(
  { size_m, east_m, north_m }: GridSquare,
  units: UnitTable,
  sizes_m: readonly number[],
): number[] {
  const found: number[] = [];
  const isTaken = (east: number, north: number): boolean =>
    found.some((number) => {
      const other = units.square(number)!;
      return (
        east >= other.east_m &&
        east < other.east_m + other.size_m &&
        north >= other.north_m &&
        north < other.north_m + other.size_m
      );
    });
  for (const finer_m of sizes_m.filter((own) => own < size_m && size_m % own === 0).toReversed()) {
    for (let north = north_m; north < north_m + size_m; north += finer_m) {
      for (let east = east_m; east < east_m + size_m; east += finer_m) {
        const number = units.numberOfSquare({ size_m: finer_m, east_m: east, north_m: north });
        if (number !== null && !isTaken(east, north)) found.push(number);
      }
    }
  }
  return found;
}

function without(
  { projection, size_m, east_m, north_m }: GridSquare,
  others: readonly GridSquare[],
  cell_m: number,
): Zone {
  const side = size_m / cell_m;
  const isFree = new Uint8Array(side * side).fill(1);
  for (const other of others) {
    const [column, row, cells] = [
      (other.east_m - east_m) / cell_m,
      (other.north_m - north_m) / cell_m,
      other.size_m / cell_m,
    ];
    for (let y = row; y < row + cells; y++) isFree.fill(0, y * side + column, y * side + column + cells);
  }
  const rows = new CellRows();
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) if (isFree[y * side + x] === 1) rows.add(y, x, x + 1);
  }
  return traceCellRows(rows).map((polygon) =>
    rightHanded(
      polygon.map((ring) =>
        projectRing(
          ring.map(([x, y]) => [east_m + x * cell_m, north_m + y * cell_m]),
          MAX_EDGE_M,
          projection,
        ),
      ),
    ),
  );
}

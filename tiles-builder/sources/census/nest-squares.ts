/** Makes grid squares of several sizes disjoint: finer squares are cut out of coarser ones, with their people. */
import { BadInput } from '../../base/failures/bad-input.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import { differenceOf } from '../../geometry/clip-zones.ts';
import { squareOutline } from './grid-square.ts';
import { type UnitTable, UnitTableBuilder } from './unit-table.ts';

export interface Nesting {
  /** Squares that contain finer ones, and people listed in both. */
  readonly nesting_units: number;
  readonly nested_people: number;
  /** Squares with fewer people than the finer ones within, and how many fewer, by which they descend. */
  readonly short: readonly { readonly id: string; readonly lacking_people: number }[];
}

export interface NestedSquares extends Nesting {
  readonly units: UnitTable;
}

export const NOTHING_NESTED: Nesting = { nesting_units: 0, nested_people: 0, short: [] };

/** @throws BadInput if sizes of overlapping squares do not divide */
export function nestSquares(file: string, units: UnitTable): NestedSquares {
  const sizes_m = units.squareSizes_m();
  if (sizes_m.length < 2) return { units, ...NOTHING_NESTED };
  requireNesting(file, units, sizes_m);
  const finerIn = findNested(units, sizes_m);
  const nested = new UnitTableBuilder();
  const short: Nesting['short'][number][] = [];
  let [nesting_units, nested_people] = [0, 0];
  for (let unit = 0; unit < units.length; unit++) {
    const finer = finerIn.get(unit);
    const { id, people: listed_people, square, outline } = units.unit(unit);
    if (!square || !finer) {
      nested.add(units.unit(unit));
      continue;
    }
    const within = finer.reduce((sum, number) => sum + units.people[number], 0);
    nesting_units++;
    nested_people += Math.min(listed_people, within);
    if (within > listed_people) short.push({ id, lacking_people: within - listed_people });
    const left = differenceOf(
      outline,
      finer.map((number) => [squareOutline(units.square(number)!)]),
    );
    const isLandless = left.length === 0;
    const people = Math.max(0, listed_people - within);
    nested.add({ id, people, listed_people, isLandless, outline: isLandless ? outline : left });
  }
  short.sort((a, b) => b.lacking_people - a.lacking_people);
  return { units: nested.finish(), nesting_units, nested_people, short };
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

/** Finds by square those squares in it that lie in no finer one of it. */
function findNested(units: UnitTable, sizes_m: readonly number[]): Map<number, number[]> {
  const nested = new Map<number, number[]>();
  const ascending_m = sizes_m.toSorted((a, b) => a - b);
  for (let unit = 0; unit < units.length; unit++) {
    const square = units.square(unit);
    if (!square) continue;
    for (const size_m of ascending_m) {
      if (size_m <= square.size_m || size_m % square.size_m !== 0) continue;
      const [east_m, north_m] = [square.east_m, square.north_m].map((at) => size_m * Math.floor(at / size_m));
      const wider = units.numberOfSquare({ size_m, east_m, north_m });
      if (wider === null) continue;
      const finer = nested.get(wider);
      if (finer) finer.push(unit);
      else nested.set(wider, [unit]);
      break;
    }
  }
  return nested;
}

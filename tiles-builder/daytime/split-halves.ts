/** Splits a panel repeatedly into random halves, independently of the order of its persons. */
import { fnv1a } from '../../src/format/fnv1a.ts';
import { Random } from '../base/numbers/random.ts';
import { cellOf, NOWHERE, type PersonsInColumns } from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';

export interface Split {
  readonly number: number;
  /** Fewest persons in a group of a half. */
  readonly minPersons: number;
}

export type Halves<T> = readonly [T, T];

/** Halves are grouped by these numbers of persons, slightly finer and slightly coarser than the whole panel is. */
const MIN_PERSONS = [PRIVACY.min_persons / 2, PRIVACY.min_persons / 2 + 1] as const;
/** Splits are repeated until they have split this many persons, as one split of a small panel says little. */
const SPLIT_PERSONS = 20_000;
/** Each of {@link MIN_PERSONS} has at most this many splits. */
const MOST_SPLITS = 3;

/** @param persons of the panel */
export function splitsOf(persons: number): Split[] {
  const count = Math.min(MOST_SPLITS, Math.ceil(SPLIT_PERSONS / Math.max(1, persons)));
  return MIN_PERSONS.flatMap((minPersons, i) =>
    Array.from({ length: count }, (_, split) => ({ number: i * MOST_SPLITS + split, minPersons })),
  );
}

/** Draws a seed for each pair of cells. */
export function seedsOf({ home, occupation }: PersonsInColumns): Uint32Array {
  let seedOfHome = 0;
  return Uint32Array.from(home, (own, row) => {
    if (row === 0 || own !== home[row - 1]) seedOfHome = fnv1a(cellOf(own));
    return fnv1a(occupation[row] === NOWHERE ? 'null' : cellOf(occupation[row]), seedOfHome);
  });
}

/** @param persons by pair of cells */
export function splitPersons(
  persons: Float64Array,
  seeds: Uint32Array,
  { number }: Split,
): Halves<Float64Array> {
  const random = new Random(0);
  const first = persons.map((count, row) => {
    random.restart(fnv1a(String(number), seeds[row]));
    let drawn = 0;
    for (let i = 0; i < count; i++) if (random.chance(0.5)) drawn++;
    return drawn;
  });
  return [first, persons.map((count, row) => count - first[row])];
}

export const byHalf = <A, B>([one, other]: Halves<A>, of: (half: A, number: 0 | 1) => B): Halves<B> => [
  of(one, 0),
  of(other, 1),
];

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ExpectedList,
  type ExpectedPeople,
  mergeExpected,
  totalsByUnit,
} from '../../tiles-builder/living/expected-people.ts';

const added = fc.array(
  fc.record({ unit: fc.nat(5), cell: fc.nat(7), expected: fc.integer({ min: 1, max: 1_000 }) }),
  { maxLength: 60 },
);
type Added = typeof added extends fc.Arbitrary<infer Value> ? Value : never;

const listed = (entries: Added): ExpectedPeople => {
  const list = new ExpectedList();
  for (const { unit, cell, expected } of entries) list.add(unit, cell, expected);
  return list.summed();
};
const asLines = ({ unit, cell, expected }: ExpectedPeople): string[] =>
  Array.from(expected, (own, i) => `${unit[i]} ${cell[i]} ${own}`);

function summed(entries: Added): string[] {
  const lines: string[] = [];
  for (let unit = 0; unit <= 5; unit++) {
    for (let cell = 0; cell <= 7; cell++) {
      const own = entries.filter((one) => one.unit === unit && one.cell === cell);
      if (own.length > 0)
        lines.push(`${unit} ${cell} ${own.reduce((sum, { expected }) => sum + expected, 0)}`);
    }
  }
  return lines;
}

test('expected people are summed by unit and cell, in one list or in several', () => {
  fc.assert(
    fc.property(fc.array(added, { minLength: 1, maxLength: 4 }), (parts) => {
      expect(asLines(listed(parts[0]))).toEqual(summed(parts[0]));
      expect(asLines(mergeExpected(parts.map(listed)))).toEqual(summed(parts.flat()));
    }),
    { numRuns: 100, seed: 20261123 },
  );
});

test('units have the sum of their entries, or how many they have', () => {
  const unit = Uint32Array.of(0, 0, 3, 4, 4, 4);
  const sums = totalsByUnit(unit, Float64Array.of(1, 2, 0, 4, 5, 6));
  expect([[...sums.unit], [...sums.total]]).toEqual([
    [0, 3, 4],
    [3, 0, 15],
  ]);
  expect([...totalsByUnit(unit).total]).toEqual([2, 1, 3]);
  expect(totalsByUnit([]).unit).toHaveLength(0);
});

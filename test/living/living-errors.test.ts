import { expect, test } from 'vitest';
import type { HeldOutUnit } from '../../tiles-builder/living/blend-weights.ts';
import { livingErrors } from '../../tiles-builder/living/living-errors.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const censusOf = (people: readonly number[]) => {
  const units = people.map((own, i) => ({
    id: String(i),
    outline: [[rectangle(i, 0, i + 1, 1)]],
    people: own,
  }));
  return { source: { units: UnitTable.of(units) }, isCounted: Uint8Array.from(people, Math.sign) } as never;
};
const even = censusOf(Array<number>(20).fill(12));
const UNKNOWN = { usual_people: 12, relative_error: 0.26 };

test('a census without held-out units has the error of other towns', () => {
  expect(livingErrors([even], [[]], [undefined])).toEqual(UNKNOWN);
});

test('errors are larger where buildings do not predict people', () => {
  const blocksOf = (people: (i: number) => number): HeldOutUnit[][] =>
    Array.from({ length: 20 }, (_, block) =>
      [0, 1, 2].map((i) => ({ people: people(3 * block + i), expected: 12 })),
    );
  const [narrow, wide] = [(i: number) => 12 + (i % 2), (i: number) => (i % 3 === 0 ? 36 : 0)].map(
    (people) => livingErrors([even], [blocksOf(people)], [undefined])!.relative_error,
  );
  expect(narrow).toBeLessThan(0.2);
  expect(wide).toBeGreaterThan(2 * narrow!);
});

test('spreads the noise of units over their people, and takes that of the census with most of it a person', () => {
  const [exact, rounded] = [censusOf([20, 20]), censusOf([10, 14, 0])];
  const noise = (censuses: never[], noises: (number | undefined)[]) =>
    livingErrors([even, ...censuses], [[], [], []], [undefined, ...noises])!.noise_per_person;
  // 12 people a unit; rounding to 5 has a variance of 2.
  expect(noise([rounded, exact], [Math.SQRT2, undefined])).toBeCloseTo(2 / 12, 9);
  expect(noise([rounded, exact], [Math.SQRT2, 3])).toBeCloseTo(9 / 20, 9);
  expect(noise([exact], [undefined])).toBeUndefined();
});

test('a census too small to learn from widens intervals, and takes none away', () => {
  const county = censusOf([4_000]);
  expect(livingErrors([even, county], [[], []], [])).toEqual({ usual_people: 4_000, relative_error: 0.26 });
  expect(livingErrors([county], [[]], [])).toBeNull();
});

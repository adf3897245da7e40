import fc from 'fast-check';
import { cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { COARSEST_SHOWN, FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import {
  type GroupInCells,
  hiddenCells,
  keptShownFrom,
  shownFrom,
} from '../../tiles-builder/working/shown-from.ts';

test('a group that is rounded to nobody lends no persons to a cell', () => {
  const cell = latLngToCell(47.1, 2.4, 7);
  const seen = { persons: 10, peopleIn: new Map([[cell, 200]]) };
  const roundedAway = { persons: 25, peopleIn: new Map([[cell, 0]]) };
  expect(shownFrom([seen])).toBe(256);
  expect(shownFrom([seen, roundedAway])).toBe(256);
});

test('who is in no group counts as far as it is certain that they are there', () => {
  const cell = latLngToCell(57.7, 11.97, 7);
  expect(shownFrom([], new Map([[cell, { people: 33, persons: 33 }]]))).toBe(1);
  expect(shownFrom([], new Map([[cell, { people: 33, persons: 20 }]]))).toBe(64);
});

test('a first number has a quarter to spare over cells that need not be hidden', () => {
  const cell = latLngToCell(47.1, 2.4, 7);
  const group = { persons: 35, peopleIn: new Map([[cell, 1_000]]) };
  expect([...hiddenCells([group])]).toEqual([]);
  expect(shownFrom([group])).toBe(1);
  expect(keptShownFrom([group])).toBe(2_048);
  expect(keptShownFrom([{ ...group, persons: 38 }])).toBe(1);
});

/** People of the largest cell on fewer than `persons`, or with more than `percent` of its people from groups that reach beyond it. */
function largestCell(groups: readonly GroupInCells[], persons: number, percent: number): number {
  let largest = 0;
  for (let resolution = COARSEST_SHOWN; resolution <= FINEST_SHOWN.working; resolution++) {
    const parts = groups.flatMap((group) => {
      const all = [...group.peopleIn].map(([cell, people]) => ({
        cell: cellToParent(cell, resolution),
        people,
      }));
      const sum = all.reduce((total, { people }) => total + people, 0);
      const isWider = all.some(({ cell }) => cell !== all[0].cell);
      return all.map((part) => ({ ...part, isWider, persons: (group.persons * part.people) / sum }));
    });
    for (const own of Map.groupBy(parts, ({ cell }) => cell).values()) {
      const people = own.reduce((sum, part) => sum + part.people, 0);
      const ofWider = own.reduce((sum, part) => sum + (part.isWider ? part.people : 0), 0);
      const behind = own.reduce((sum, part) => sum + part.persons, 0);
      if (behind < persons - 1e-6 || 100 * ofWider > percent * people) largest = Math.max(largest, people);
    }
  }
  return largest;
}

test('numbers bound what they are said to, and nothing closer', () => {
  const cells = gridDisk(latLngToCell(57.7, 11.97, 7), 2);
  const group = fc
    .record({
      persons: fc.integer({ min: 10, max: 60 }),
      peopleIn: fc.uniqueArray(
        fc.tuple(fc.constantFrom(...cells), fc.oneof(fc.nat(9), fc.integer({ min: 10, max: 900 }))),
        {
          minLength: 1,
          maxLength: 3,
          selector: ([cell]) => cell,
        },
      ),
    })
    .map(
      ({ persons, peopleIn }): GroupInCells => ({
        persons,
        peopleIn: new Map(peopleIn.map(([cell, people]) => [cell, people + 1])),
      }),
    );
  const met = { hidden: 0, foundAnew: 0, ofNoneHidden: 0, kept: 0, keptAboveNearest: 0, keptBelowNearest: 0 };
  const property = fc.property(
    fc.nat(3).chain((size) => fc.array(group, { minLength: 1, maxLength: 2 ** size })),
    fc.option(fc.nat(13), { nil: undefined }),
    (groups, power) => {
      const hidden = largestCell(groups, 30, 50);
      const exact = shownFrom(groups);
      expect(hidden).toBeLessThanOrEqual(exact - 1);
      if (exact > 1) expect(hidden).toBeGreaterThan(exact / 2 - 1);
      if (exact > 1) met.hidden++;

      const earlier_people = power === undefined ? undefined : 2 ** power;
      const number = keptShownFrom(groups, earlier_people);
      expect(Number.isInteger(Math.log2(number))).toBe(true);
      expect(hidden).toBeLessThanOrEqual(number - 1);
      if (number === earlier_people) {
        const near = largestCell(groups, 46.875, 32);
        if (number > 1) expect(near).toBeGreaterThan(0.32 * number - 0.64);
        met.kept++;
        if (near > number) met.keptBelowNearest++;
        if (near < 0.4 * number - 0.8) met.keptAboveNearest++;
      } else {
        const near = largestCell(groups, 37.5, 40);
        expect(near).toBeLessThanOrEqual(0.8 * number - 0.8 + 1e-9);
        if (number > 1) expect(near).toBeGreaterThan(0.4 * number - 0.8);
        met.foundAnew++;
        if (hidden === 0 && number > 1) met.ofNoneHidden++;
      }
    },
  );
  fc.assert(property, { seed: 16, numRuns: 2_000 });
  fc.assert(property, { numRuns: 200 });
  for (const [kind, times] of Object.entries(met)) expect(times, kind).toBeGreaterThan(20);
});

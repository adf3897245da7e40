import fc from 'fast-check';
import { cellToChildren, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { COARSEST_SHOWN, FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import type { Cell } from '../../src/geo/cells.ts';
import {
  type GroupInCells,
  hiddenCells,
  keptShownFrom,
  shownFrom,
} from '../../tiles-builder/working/shown-from.ts';

const [cell, beside] = cellToChildren(latLngToCell(47.1, 2.4, 6), 7);
const group = (persons: number, people: number, beyond = 0): GroupInCells => ({
  persons,
  peopleIn: new Map([[cell, people], ...(beyond > 0 ? [[beside, beyond] as const] : [])]),
});

/** What the tiles have of groups of whole people. */
function tilesOf(groups: readonly GroupInCells[]): Map<Cell, number> {
  const tiles = new Map<Cell, number>();
  for (const { peopleIn } of groups)
    for (const [own, people] of peopleIn) tiles.set(own, (tiles.get(own) ?? 0) + 1_000 * people);
  return tiles;
}

test('a group that is rounded to nobody lends no persons to a cell', () => {
  const tiles = new Map([[cell, 200_000]]);
  expect(shownFrom([group(10, 200)], tiles)).toBe(256);
  expect(shownFrom([group(10, 200), group(25, 0)], tiles)).toBe(256);
});

test('who is in no group counts as far as it is certain that they are there', () => {
  const tiles = new Map([[cell, 33_000]]);
  expect(shownFrom([], tiles, new Map([[cell, { people: 33, persons: 33 }]]))).toBe(1);
  expect(shownFrom([], tiles, new Map([[cell, { people: 33, persons: 20 }]]))).toBe(64);
});

test('is above a cell as the map rounds what the tiles have, which may be more than its group', () => {
  const from = (millipersons: number): number =>
    shownFrom([group(10, 255.4)], new Map([[cell, millipersons]]));
  expect(from(255_499)).toBe(256);
  expect(from(255_500)).toBe(512);
});

describe('the number that other versions follow', () => {
  /** People of one group within the cell and of one that reaches beyond it. */
  const numberFor = (
    within: GroupInCells,
    wide: GroupInCells | null,
    { ofOne = 0, earlier }: { readonly ofOne?: number; readonly earlier?: number } = {},
  ): number => {
    const groups = wide ? [within, wide] : [within];
    return keptShownFrom(groups, tilesOf(groups), ofOne, earlier);
  };

  test('has a quarter of the people to spare, or what one person changes where that is more', () => {
    expect(numberFor(group(10, 204), null)).toBe(256);
    expect(numberFor(group(10, 205), null)).toBe(512);
    expect(numberFor(group(10, 150), null, { ofOne: 105 })).toBe(256);
    expect(numberFor(group(10, 150), null, { ofOne: 106 })).toBe(512);
  });

  test('has a quarter of the persons to spare', () => {
    expect(numberFor(group(37, 900), null)).toBe(2_048);
    expect(numberFor(group(38, 900), null)).toBe(1);
  });

  test('has a quarter of the people of wider groups to spare, or what one person changes where that is more', () => {
    const at = (wide: number, ofOne: number): number => {
      const within = group(60, 1_000);
      const reaching = group(600, wide, 1);
      return numberFor(within, reaching, { ofOne });
    };
    // The other cell has one person.
    expect(at(800, 0)).toBe(4);
    // Of 1,801 people, with a quarter to spare.
    expect(at(801, 0)).toBe(4_096);
    expect(at(600, 400)).toBe(512);
    expect(at(600, 401)).toBe(2_048);
  });

  test('stays until a hidden cell has as many people, or none has nearly as many', () => {
    const numberAfter = (people: number, earlier: number, ofOne = 0): number =>
      numberFor(group(10, people), null, { earlier, ofOne });
    expect(numberAfter(255, 256)).toBe(256);
    expect(numberAfter(256, 256)).toBe(512);
    // With a quarter of a quarter more to spare it would be 1,024 from 328 people on.
    expect(numberAfter(328, 1_024)).toBe(1_024);
    expect(numberAfter(327, 1_024)).toBe(512);
    // With twice what one person changes.
    expect(numberAfter(112, 1_024, 200)).toBe(1_024);
    expect(numberAfter(111, 1_024, 200)).toBe(512);
  });
});

test('a first number has a quarter to spare over cells that need not be hidden', () => {
  const groups = [group(35, 1_000)];
  const tiles = tilesOf(groups);
  expect([...hiddenCells(groups)]).toEqual([]);
  expect(shownFrom(groups, tiles)).toBe(1);
  expect(keptShownFrom(groups, tiles, 0)).toBe(2_048);
  expect(keptShownFrom([group(38, 1_000)], tiles, 0)).toBe(1);
});

/** People of the largest cell on fewer than so many times thirty persons, or with more people of wider groups, so many times, than others. */
function largestCell(groups: readonly GroupInCells[], times: number): number {
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
      if (behind < times * 30 - 1e-6 || times * ofWider > people - ofWider)
        largest = Math.max(largest, people);
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
      const hidden = largestCell(groups, 1);
      const tiles = tilesOf(groups);
      const exact = shownFrom(groups, tiles);
      expect(hidden).toBeLessThanOrEqual(exact - 1);
      if (exact > 1) expect(hidden).toBeGreaterThan(exact / 2 - 1);
      if (exact > 1) met.hidden++;

      const earlier_people = power === undefined ? undefined : 2 ** power;
      const number = keptShownFrom(groups, tiles, 0, earlier_people);
      expect(Number.isInteger(Math.log2(number))).toBe(true);
      expect(hidden).toBeLessThanOrEqual(number - 1);
      if (number === earlier_people) {
        const near = largestCell(groups, 1.5625);
        if (number > 1) expect(near).toBeGreaterThan(0.32 * number - 0.64);
        met.kept++;
        if (near > number) met.keptBelowNearest++;
        if (near < 0.4 * number - 0.8) met.keptAboveNearest++;
      } else {
        const near = largestCell(groups, 1.25);
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

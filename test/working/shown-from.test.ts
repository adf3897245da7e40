import { cellToChildren, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { type GroupInCells, keptShownFrom, shownFrom } from '../../tiles-builder/working/shown-from.ts';

const [cell, beside] = cellToChildren(latLngToCell(47.1, 2.4, 6), 7);
const group = (persons: number, people: number, beyond = 0): GroupInCells => ({
  persons,
  peopleIn: new Map([[cell, people], ...(beyond > 0 ? [[beside, beyond] as const] : [])]),
});

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
    const tiles = new Map(
      [cell, beside].map((own) => [
        own,
        1_000 * groups.reduce((sum, { peopleIn }) => sum + (peopleIn.get(own) ?? 0), 0),
      ]),
    );
    return keptShownFrom(groups, tiles, ofOne, earlier);
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

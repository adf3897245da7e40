/** That enough persons can be behind each cell of people at work that the map shows, against groups made by hand. */
import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { checkShown } from '../../tiles-builder/verify/check-shown.ts';
import type { PrivacyGroup } from '../../tiles-builder/working/spread-by-day.ts';

const cells = cellToChildren(latLngToCell(57.7, 11.97, 4), 7);
const areaIn = (cell: Cell, number: number): Cell => cellToChildren(cell, 11)[number];
const group = (persons: number, ...areas: Cell[]): PrivacyGroup => ({
  whereabouts: 'away',
  cell: areas[0],
  areas,
  joined: [],
  persons,
  people: 20 * persons,
  is_kept: false,
  room_exponent: 1,
});
const people = (...numbers: number[]): Map<Cell, number> =>
  new Map(numbers.map((number, i) => [cells[i], 1_000 * number]));
const check = (groups: PrivacyGroup[], found: ReadonlyMap<Cell, number>, from: number): number =>
  checkShown({ version: 'v', groups }, found, from);

describe('checkShown', () => {
  test('counts the cells that are shown, at each resolution of the map', () => {
    const groups = [group(30, areaIn(cells[0], 0)), group(12, areaIn(cells[1], 0))];
    // The second is shown as part of cells at 6, 5 and 4 alone.
    expect(check(groups, people(600, 240), 256)).toBe(1 + 3);
  });

  test('finds a cell behind which are too few persons', () => {
    const groups = [group(29, areaIn(cells[0], 0)), group(40, areaIn(cells.at(-1)!, 0))];
    expect(() => check(groups, people(600), 600)).toThrow(`${cells[0]}, behind which are at most 29 persons`);
    expect(check(groups, people(600), 601)).toBe(0);
  });

  test('groups that reach into a cell count, and areas that joined one do not: nobody is spread there', () => {
    const parts = [group(18, areaIn(cells[0], 0), areaIn(cells[1], 0)), group(12, areaIn(cells[0], 9))];
    expect(check(parts, people(600), 600)).toBe(4);
    const joined = parts.with(1, { ...group(12, areaIn(cells[1], 9)), joined: [areaIn(cells[0], 9)] });
    expect(() => check(joined, people(600), 600)).toThrow('at most 18 persons');
  });

  test('is about coarser cells as well', () => {
    const parent = cellToParent(cells[0], 6);
    const own = cells.filter((cell) => cellToParent(cell, 6) === parent);
    const few = own.slice(0, 2).map((cell) => group(14, areaIn(cell, 0)));
    const found = new Map(own.slice(0, 2).map((cell) => [cell, 280_000]));
    expect(() => check(few, found, 512)).toThrow(parent);
  });
});

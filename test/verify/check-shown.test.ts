/** That the map shows no cell of people at work that it must not show, against groups made by hand. */
import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { type CellOfTiles, checkShown } from '../../tiles-builder/verify/check-shown.ts';
import type { PrivacyGroup } from '../../tiles-builder/working/spread-by-day.ts';

const cells = cellToChildren(latLngToCell(57.7, 11.97, 4), 7);
const areaIn = (cell: Cell, number: number): Cell => cellToChildren(cell, 11)[number];

/** @param people by the number of the cell that they are in */
function group(persons: number, people: readonly number[]): PrivacyGroup {
  const inCells = people.flatMap((count, i) => (count > 0 ? [[cells[i], count] as const] : []));
  const areas = inCells.map(([cell]) => areaIn(cell, 0));
  return {
    whereabouts: 'away',
    cell: areas[0],
    areas,
    joined: [],
    persons,
    people: people.reduce((sum, count) => sum + count, 0),
    is_kept: false,
    room_exponent: 1,
    roadside_factor: 1,
    inhabitants_exponent: 0,
    people_by_cell: Object.fromEntries(inCells),
  };
}

/** What the tiles have where groups were spread as they say. */
const tilesOf = (...groups: readonly PrivacyGroup[]): Map<Cell, CellOfTiles> =>
  new Map(
    cells.map((cell) => [
      cell,
      {
        millipersons: groups.reduce(
          (sum, { people_by_cell }) => sum + 1_000 * (people_by_cell?.[cell] ?? 0),
          0,
        ),
        occupied: 5,
      },
    ]),
  );
const check = (groups: readonly PrivacyGroup[], from: number, found = tilesOf(...groups)): number =>
  checkShown({ groups }, found, from);

describe('checkShown', () => {
  test('counts the cells that are shown, at each resolution of the map', () => {
    const groups = [group(30, [600]), group(12, [0, 240])];
    // The second is shown as part of cells at 6, 5 and 4 alone.
    expect(check(groups, 256)).toBe(1 + 3);
  });

  test('finds a cell that rests on too few persons', () => {
    const groups = [
      group(29, [600]),
      group(
        40,
        cells.map((_, i) => (i === cells.length - 1 ? 800 : 0)),
      ),
    ];
    expect(() => check(groups, 600)).toThrow(`${cells[0]}, whose 600 people rest on 29 persons`);
    expect(check(groups, 601)).toBeGreaterThan(0);
  });

  test('of a group that reaches into a cell so many persons count as its people there', () => {
    // 45 persons reach into the first cell, two thirds of 18 and all of 27, and 39 persons are behind its people.
    const enough = [group(18, [400, 200]), group(27, [600])];
    expect(check(enough, 1_000)).toBe(4);
    const tooFew = [group(18, [200, 400]), group(23, [800])];
    expect(() => check(tooFew, 1_000)).toThrow(`${cells[0]}, whose 1000 people rest on 29 persons`);
  });

  test('finds a cell that has most of its people from a group that reaches beyond it, whose shape it would show', () => {
    const half = [group(60, [400, 200]), group(30, [400])];
    expect(check(half, 800)).toBe(4);
    const most = [group(60, [401, 200]), group(30, [400])];
    expect(() => check(most, 801)).toThrow(/401 of them of groups that reach beyond it/);
  });

  test('finds tiles that hold other people than their groups say, and people where no group is', () => {
    const groups = [group(30, [600]), group(30, [0, 600])];
    const moved = (millipersons: number, occupied = 5): Map<Cell, CellOfTiles> =>
      new Map([
        [cells[0], { millipersons: 600_000 + millipersons, occupied }],
        [cells[1], { millipersons: 600_000 - millipersons, occupied }],
      ]);
    expect(check(groups, 256, moved(5))).toBe(5);
    expect(() => check(groups, 256, moved(6))).toThrow(/600\.006 people in .*, its groups 600/);
    expect(() => check(groups, 256, moved(-6))).toThrow(/600\.006 people in .*, its groups 600/);
    expect(() => check(groups, 256, moved(16_808, 20_000))).toThrow(/583\.192 people in .*, its groups 600/);
    const lost = new Map([...moved(0), [cells[1], { millipersons: 599_990, occupied: 5 }]]);
    expect(() => check(groups, 256, lost)).toThrow('the tiles have -0.01 people more than all groups');
    const stray = new Map([...moved(0), [cells[2], { millipersons: 1, occupied: 1 }]]);
    expect(() => check(groups, 256, stray)).toThrow(`0.001 people in ${cells[2]}, its groups 0`);
    expect(() => check(groups, 256, tilesOf(...groups, group(10, [0, 0, 100])))).toThrow(
      `100 people in ${cells[2]}, its groups 0`,
    );
    const nowhere = [{ ...groups[0], people_by_cell: undefined }];
    expect(() => check(nowhere, 256)).toThrow('does not say in which cells its people are');
    const elsewhere = [{ ...groups[0], people_by_cell: { [cells[2]]: 600 } }];
    expect(() => check(elsewhere, 256)).toThrow(`has people in ${cells[2]}, where none of its areas is`);
  });

  test('is about people as the map rounds those of the tiles', () => {
    const groups = [group(10, [255.498])];
    const tiles = (millipersons: number) => new Map([[cells[0], { millipersons, occupied: 2 }]]);
    expect(check(groups, 256, tiles(255_499))).toBe(0);
    expect(() => check([group(10, [255.6])], 256)).toThrow('whose 256 people rest on 10 persons');
    // Each of two cells that anybody is in may have gained a thousandth; other cells lost as much.
    const others = group(40, [0, 800]);
    const both = new Map([...tiles(255_500), [cells[1], { millipersons: 799_998, occupied: 2 }]]);
    expect(() => check([...groups, others], 256, both)).toThrow('whose 256 people rest on 10 persons');
  });

  test('is about coarser cells as well', () => {
    const parent = cellToParent(cells[0], 6);
    const own = cells.flatMap((cell, i) => (cellToParent(cell, 6) === parent ? [i] : [])).slice(0, 2);
    const few = own.map((number) =>
      group(
        14,
        cells.map((_, i) => (i === number ? 280 : 0)),
      ),
    );
    expect(() => check(few, 512)).toThrow(parent);
  });
});

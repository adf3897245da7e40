import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import {
  type EarlierGroup,
  fewestBehindDifference,
  followGroups,
} from '../../tiles-builder/working/follow-groups.ts';

const town = latLngToCell(43.74, 7.42, 8);
const areas = cellToChildren(town, 10);
const [a, b, c] = areas as [Cell, Cell, Cell];
const group = (persons: number, ...own: Cell[]): EarlierGroup => ({
  cell: own.length === 1 ? own[0] : cellToParent(own[0], 9),
  areas: own,
  joined: [],
  persons,
  is_kept: false,
});
const follow = (now: readonly [Cell, number][], earlier: readonly EarlierGroup[]) => {
  const contents = new Map(now.map(([area, persons]) => [area, { persons, size: 1 }]));
  const { groups, kept, withheld } = followGroups(contents, 10, 5, 10, earlier);
  return { groups: groups.map(({ areas, persons }) => [[...areas].sort(), persons]), kept, withheld };
};

describe('followGroups', () => {
  test('leaves a group alone that could be split by now, and makes new ones on new ground', () => {
    const found = follow(
      [
        [a, 20],
        [b, 30],
        [c, 12],
      ],
      [group(15, a, b)],
    );
    expect(found).toEqual({
      groups: expect.arrayContaining([
        [[a, b].sort(), 50],
        [[c], 12],
      ]),
      kept: [],
      withheld: 0,
    });
  });

  test('merges what is left of a group with one in which enough persons changed, not with one that stayed', () => {
    const found = follow(
      [
        [a, 8],
        [b, 20],
        [c, 23],
      ],
      [group(12, a), group(20, b), group(20, c)],
    );
    expect(found).toEqual({
      groups: expect.arrayContaining([
        [[a, c].sort(), 31],
        [[b], 20],
      ]),
      kept: [],
      withheld: 0,
    });
  });

  test('merges a group that has no room left for its people with one in which enough persons changed', () => {
    const contents = new Map([
      [a, { persons: 30, size: 0 }],
      [b, { persons: 33, size: 1 }],
    ]);
    const { groups } = followGroups(contents, 10, 5, 10, [group(15, a), group(20, b)]);
    expect(groups.map(({ areas, persons }) => [[...areas].sort(), persons])).toEqual([[[a, b].sort(), 63]]);
  });

  test('keeps the earlier figure where nothing around has changed: one person gone is not seen', () => {
    const earlier = [group(10, a), group(20, b)];
    expect(
      follow(
        [
          [a, 9],
          [b, 20],
        ],
        earlier,
      ),
    ).toEqual({ groups: [[[b], 20]], kept: [earlier[0]], withheld: 9 });
  });

  test('does not count a few where nobody was before, and lets nobody be nobody', () => {
    const found = follow(
      [
        [a, 0],
        [b, 20],
        [c, 9],
      ],
      [group(12, a), group(20, b)],
    );
    expect(found).toEqual({ groups: [[[b], 20]], kept: [], withheld: 9 });
  });
});

test('the fewest behind a difference are found among all that can be subtracted', () => {
  const parts = [
    { persons: 8, changed: 4 },
    { persons: 30, changed: 3 },
    { persons: 5, changed: 9 },
  ];
  const differences = Array.from({ length: 7 }, (_, i) =>
    parts.reduce((sum, part, at) => sum + (((i + 1) >> at) & 1 ? part.persons : part.changed), 0),
  );
  expect(fewestBehindDifference(parts)).toBe(Math.min(...differences));
  expect(fewestBehindDifference([{ persons: 12, changed: 1 }])).toBe(12);
});

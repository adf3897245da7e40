import fc from 'fast-check';
import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { type AreaContent, mergeUpwards, TooFewPersons } from '../../tiles-builder/working/merge-upwards.ts';

const town = latLngToCell(43.74, 7.42, 8);
const areas = cellToChildren(town, 10);
const content = (persons: number, size = 1): AreaContent => ({ persons, size });

describe('mergeUpwards', () => {
  test('leaves an area with enough persons alone and merges the rest of its parent', () => {
    const [a, b, c] = cellToChildren(cellToParent(areas[0], 9), 10);
    const groups = mergeUpwards(
      new Map([
        [a!, content(16)],
        [b!, content(4)],
        [c!, content(8)],
      ]),
      10,
      5,
      10,
    );
    expect(groups.map(({ areas, persons }) => ({ areas, persons }))).toEqual([
      { areas: [b, c], persons: 12 },
      { areas: [a], persons: 16 },
    ]);
  });

  test('joins what is left over at the top to the nearest group', () => {
    const far = latLngToCell(48.1, -1.67, 10);
    const near = latLngToCell(43.9, 8.9, 10);
    const groups = mergeUpwards(
      new Map([
        [areas[0], content(10)],
        [far, content(10)],
        [near, content(3, 7)],
      ]),
      10,
      5,
      10,
    );
    expect(groups.find((group) => group.areas.includes(areas[0]))).toMatchObject({
      joined: [near],
      persons: 13,
      size: 8,
    });
  });

  test('makes one group of parts that are too small everywhere, and refuses fewer persons than one group', () => {
    const far = latLngToCell(48.1, -1.67, 10);
    const parts = (persons: number) =>
      new Map([
        [areas[0], content(6)],
        [far, content(persons)],
      ]);
    expect(mergeUpwards(parts(4), 10, 5, 10)).toMatchObject([{ persons: 10, areas: expect.any(Array) }]);
    expect(() => mergeUpwards(parts(3), 10, 5, 10)).toThrow(TooFewPersons);
  });

  const arbitraryContents = fc
    .array(fc.tuple(fc.nat(areas.length - 1), fc.nat(25), fc.nat(3)), { minLength: 1, maxLength: 49 })
    .map(
      (list) => new Map(list.map(([i, persons, size]): [Cell, AreaContent] => [areas[i], { persons, size }])),
    );

  test('puts every area into exactly one group of enough persons, in whatever order they are listed', () => {
    const property = fc.property(arbitraryContents, fc.integer({ min: 1, max: 15 }), (contents, least) => {
      const total = [...contents.values()].reduce((sum, { persons }) => sum + persons, 0);
      const size = [...contents.values()].reduce((sum, area) => sum + area.size, 0);
      fc.pre(total >= least && size > 0);
      const groups = mergeUpwards(contents, 10, 5, least);
      expect(Math.min(...groups.map(({ persons }) => persons))).toBeGreaterThanOrEqual(least);
      expect(groups.every((group) => group.size > 0)).toBe(true);
      expect(groups.flatMap((group) => [...group.areas, ...group.joined]).sort()).toEqual(
        [...contents.keys()].sort(),
      );
      expect(groups.reduce((sum, { persons }) => sum + persons, 0)).toBe(total);
      expect(mergeUpwards(new Map([...contents].reverse()), 10, 5, least)).toEqual(groups);
    });
    fc.assert(property, { seed: 6 });
    fc.assert(property, { numRuns: 50 });
  });
});

import fc from 'fast-check';
import { cellToChildren, cellToLatLng, cellToParent, greatCircleDistance, latLngToCell, UNITS } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { formGroups as formGroupsOf } from '../../tiles-builder/daytime/h3-groups.ts';
import { numberAtResolution } from '../../tiles-builder/partitions/partitions.ts';
import { membershipIn } from './membership-in.ts';

const town = latLngToCell(43.74, 7.42, 8);
const areas = cellToChildren(town, 10);
const partition = cellToParent(town, 4);
interface AreaContent {
  readonly persons: number;
  readonly size: number;
}
const content = (persons: number, size = 1): AreaContent => ({ persons, size });
const formGroups = (contents: ReadonlyMap<Cell, AreaContent>, minPersons: number): Cell[] => {
  const areas = [...contents.keys()].sort();
  const column = (of: keyof AreaContent) => Float64Array.from(areas, (area) => contents.get(area)![of]);
  const area = Uint32Array.from(areas, (cell) => numberAtResolution(cell, 10));
  const columns = { area, persons: column('persons'), size: column('size') };
  return formGroupsOf({ partition, resolution: 10, ...columns }, minPersons);
};

describe('groups', () => {
  test('are areas with enough persons, and what is left of their parents', () => {
    const [a, b, c] = cellToChildren(cellToParent(areas[0], 9), 10);
    const contents = new Map([
      [a!, content(16)],
      [b!, content(4)],
      [c!, content(8)],
    ]);
    const groups = formGroups(contents, 10);
    expect(groups).toEqual([a, cellToParent(a!, 9)].sort());
    const memberOf = membershipIn(groups, 10);
    expect(memberOf(a!)).toEqual({ group: a, isInside: true });
    for (const area of [b!, c!])
      expect(memberOf(area)).toEqual({ group: cellToParent(a!, 9), isInside: true });
  });

  test('take in who is in no group of its own, at the nearest of them', () => {
    const blocks = cellToChildren(partition, 6);
    const [one, other, third] = [blocks[0], blocks[20], blocks[40]].map(
      (cell) => cellToChildren(cell, 10)[0],
    );
    const memberOf = membershipIn([one!, other!], 10);
    const { group, isInside } = memberOf(third!);
    const away = (cell: Cell): number =>
      greatCircleDistance(cellToLatLng(third!), cellToLatLng(cell), UNITS.km);
    expect(isInside).toBe(false);
    expect(away(group)).toBe(Math.min(away(one!), away(other!)));
  });

  test('have enough persons each, in whatever order areas are listed; every area is in one', () => {
    const arbitraryContents = fc
      .array(fc.tuple(fc.nat(areas.length - 1), fc.nat(25), fc.nat(3)), { minLength: 1, maxLength: 49 })
      .map(
        (list) =>
          new Map(list.map(([i, persons, size]): [Cell, AreaContent] => [areas[i], { persons, size }])),
      );
    const property = fc.property(arbitraryContents, fc.integer({ min: 1, max: 15 }), (contents, least) => {
      const all = [...contents.values()];
      const groups = formGroups(contents, least);
      expect(formGroups(new Map([...contents].reverse()), least)).toEqual(groups);
      const total = all.reduce((sum, { persons }) => sum + persons, 0);
      if (total < least || all.every(({ size }) => size === 0)) {
        expect(groups).toEqual([]);
        return;
      }
      fc.pre(groups.length > 0);
      const memberOf = membershipIn(groups, 10);
      const sums = new Map(groups.map((cell) => [cell, { persons: 0, size: 0 }]));
      for (const [area, { persons, size }] of contents) {
        const sum = sums.get(memberOf(area).group)!;
        sum.persons += persons;
        sum.size += size;
      }
      for (const { persons, size } of sums.values()) {
        expect(persons).toBeGreaterThanOrEqual(least);
        expect(size).toBeGreaterThan(0);
      }
    });
    fc.assert(property, { seed: 6 });
    fc.assert(property, { numRuns: 50 });
  });
});

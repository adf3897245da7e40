import fc from 'fast-check';
import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import {
  type GroupFigure,
  groupPartition,
  type ReleaseOptions,
  releasePart,
} from '../../tiles-builder/daytime/count-partition.ts';
import { PRIVACY } from '../../tiles-builder/daytime/parameters.ts';
import { byCell, placesFrom, type Workplace, workplacesFrom } from './partition-columns.ts';

const quarter = latLngToCell(43.74, 7.42, PRIVACY.finest_resolution - 1);
const blocks = cellToChildren(quarter, PRIVACY.finest_resolution);
const cellsOf = (block: Cell): Cell[] => cellToChildren(block, 12);

function spread(
  workplaces: readonly Workplace[],
  sizes: ReadonlyMap<Cell, number>,
  earlier?: readonly GroupFigure[],
  more: Partial<ReleaseOptions> = {},
) {
  const places = { at_home: placesFrom(new Map()), away: placesFrom(sizes) };
  const [part] = groupPartition(
    { at_home: workplacesFrom([]), away: workplacesFrom(workplaces) },
    places,
    earlier,
  );
  const { people, ...released } = releasePart(part, { places: places.away, earlier, ...more });
  return { ...released, people: byCell(places.away.partition, people) };
}

describe('a partition', () => {
  test('spreads a group by size over its places, seen by the panel or not', () => {
    const [seen, large, small] = cellsOf(blocks[0]);
    const { people, groups } = spread(
      [{ cell: seen!, persons: 10, people: 64 }],
      new Map([
        [large!, 300],
        [small!, 100],
      ]),
    );
    expect([...people]).toEqual(
      [
        [large, 48_000],
        [small, 16_000],
      ].sort(),
    );
    expect(groups).toMatchObject([{ persons: 10 }]);
  });

  test('keeps the sum, and each block at one rate', () => {
    const arbitrary = fc.array(
      fc.tuple(fc.nat(blocks.length - 1), fc.nat(6), fc.integer({ min: 1, max: 12 })),
      {
        minLength: 10,
        maxLength: 40,
      },
    );
    const places = new Map(blocks.flatMap((block) => cellsOf(block).map((cell, i) => [cell, 1 + (i % 7)])));
    const property = fc.property(arbitrary, (list) => {
      const workplaces = list.map(([block, cell, persons]): Workplace => {
        return { cell: cellsOf(blocks[block])[cell], persons, people: persons * 7.3 };
      });
      const { people } = spread(workplaces, places);
      const total = workplaces.reduce((sum, workplace) => sum + workplace.people, 0);
      expect([...people.values()].reduce((sum, count) => sum + count, 0)).toBe(Math.round(1000 * total));
      // A block lies in one group, or joined one and is empty.
      for (const block of blocks) {
        const rates = cellsOf(block).map((cell) => (people.get(cell) ?? 0) / places.get(cell)!);
        expect(Math.max(...rates) - Math.min(...rates)).toBeLessThanOrEqual(1);
      }
      expect(
        [...people.keys()].every((cell) => cellToParent(cell, PRIVACY.finest_resolution - 1) === quarter),
      ).toBe(true);
    });
    fc.assert(property, { seed: 6, numRuns: 50 });
    fc.assert(property, { numRuns: 20 });
  });

  const sizes = new Map(blocks.flatMap(cellsOf).map((cell) => [cell, 1]));
  const at = (block: number, persons: number, people = 10 * persons): Workplace => ({
    cell: cellsOf(blocks[block])[2],
    persons,
    people,
  });

  test('counts nobody where it has too few persons, and opens groups when it has enough', () => {
    const few = spread([at(0, 9)], sizes);
    expect(few).toMatchObject({ groups: [], withheld: 9 });
    expect(few.people.size).toBe(0);
    expect(spread([at(0, 10)], sizes, few.groups).groups).toHaveLength(1);
  });

  test('withholds persons of a group whose places are gone, and keeps the group', () => {
    const before = spread([at(0, 12), at(1, 12)], sizes);
    const elsewhere = new Map(cellsOf(blocks[1]).map((cell) => [cell, 1]));
    const { groups, people, withheld } = spread([at(0, 12), at(1, 12)], elsewhere, before.groups);
    expect(groups.map(({ released }) => released).sort()).toEqual([0, 120]);
    expect([...people.values()].reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(120_000);
    expect(withheld).toBe(12);
  });
});

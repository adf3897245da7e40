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

const K = PRIVACY.min_persons;

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

  test('keeps its groups in a later version, whoever comes or goes', () => {
    const before = spread([at(0, 12), at(1, 6), at(2, 6)], sizes);
    expect(before.groups.map(({ cell }) => cell)).toEqual([blocks[0], quarter].sort());
    const after = spread([at(0, 30), at(1, 40), at(2, 6), at(5, 20)], sizes, before.groups);
    expect(after.groups.map(({ cell, persons }) => [cell, persons])).toEqual(
      [[blocks[0], 30] as const, [quarter, 66] as const].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });

  test('codes a group with too few persons as ten of its last figure, until there are enough again', () => {
    const first = spread([at(0, 20, 400), at(1, 12)], sizes);
    const figureOf = (groups: readonly GroupFigure[]) => groups.find(({ cell }) => cell === blocks[0]);
    let before = first.groups;
    for (const left of [9, 0, 3]) {
      const { groups, coded } = spread(
        [...(left > 0 ? [at(0, left, 11 * left)] : []), at(1, 12)],
        sizes,
        before,
      );
      expect(figureOf(groups)).toMatchObject({ persons: K, people: 200, released: 200 });
      expect(coded).toEqual({ groups: 1, persons: left });
      before = groups;
    }
    expect(figureOf(spread([at(0, 10, 110), at(1, 12)], sizes, before).groups)).toMatchObject({
      people: 110,
    });
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

  test('rounds each group by its own name', () => {
    const round = (people: number, name: string): number => people + (name === `away ${blocks[0]}` ? 3 : 0);
    const { groups } = spread([at(0, 12), at(1, 12)], sizes, undefined, { round });
    expect(groups.map(({ people, released }) => released - people).sort()).toEqual([0, 3]);
  });
});

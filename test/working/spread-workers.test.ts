import fc from 'fast-check';
import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { PRIVACY } from '../../tiles-builder/working/parameters.ts';
import { spreadWorkers, type Workplace } from '../../tiles-builder/working/spread-workers.ts';

const quarter = latLngToCell(43.74, 7.42, PRIVACY.finest_resolution - 1);
const blocks = cellToChildren(quarter, PRIVACY.finest_resolution);
const cellsOf = (block: Cell): Cell[] => cellToChildren(block, 12);

const K = 10;

describe('spreadWorkers', () => {
  test('spreads a group by size over its places, seen by the panel or not', () => {
    const [seen, large, small] = cellsOf(blocks[0]);
    const { people, groups } = spreadWorkers(
      [{ cell: seen!, persons: 10, people: 64 }],
      new Map([
        [large!, 300],
        [small!, 100],
      ]),
    );
    expect([...people]).toEqual(
      [
        [large, 48],
        [small, 16],
      ].sort(),
    );
    expect(groups).toMatchObject([{ persons: 10 }]);
  });

  test('hides where the few of a quarter are: who works in which block changes nothing', () => {
    const places = new Map(blocks.flatMap(cellsOf).map((cell) => [cell, 1]));
    const many: Workplace = { cell: cellsOf(blocks[0])[0], persons: 50, people: 500 };
    const few = (block: number, persons: number): Workplace => ({
      cell: cellsOf(blocks[block])[3],
      persons,
      people: persons * 10,
    });
    const here = spreadWorkers([many, few(1, 6), few(2, 5)], places).people;
    const there = spreadWorkers([many, few(3, 2), few(4, 9)], places).people;
    expect(there).toEqual(here);
    for (const block of blocks.slice(1)) {
      for (const cell of cellsOf(block)) expect(here.get(cell)).toBeGreaterThan(0);
    }
  });

  test('keeps the sum, and two sets of cells differ by whole groups of enough persons', () => {
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
      const { people, groups } = spreadWorkers(workplaces, places);
      const total = workplaces.reduce((sum, workplace) => sum + workplace.people, 0);
      expect([...people.values()].reduce((sum, count) => sum + count, 0)).toBeCloseTo(total, 6);
      expect(Math.min(...groups.map(({ persons }) => persons))).toBeGreaterThanOrEqual(K);
      // People per size is one figure a group; each block lies in one group whole, or joined one and is empty.
      for (const block of blocks) {
        const rates = cellsOf(block).map((cell) => (people.get(cell) ?? 0) / places.get(cell)!);
        expect(Math.max(...rates) - Math.min(...rates)).toBeLessThanOrEqual(1e-9);
      }
      expect(
        [...people.keys()].every((cell) => cellToParent(cell, PRIVACY.finest_resolution - 1) === quarter),
      ).toBe(true);
    });
    fc.assert(property, { seed: 6, numRuns: 50 });
    fc.assert(property, { numRuns: 20 });
  });
});

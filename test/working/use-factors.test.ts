import { cellToCenterChild, cellToChildren, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { numberOfUse, USES_BY_DAY, type UseByDay } from '../../tiles-builder/built-up/room-at-work.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { numberInPartition, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { groupPartition } from '../../tiles-builder/working/count-partition.ts';
import { type PlacesByUse, placesIn, roomByUse } from '../../tiles-builder/working/partition-columns.ts';
import {
  groupsByUse,
  learnUseFactors,
  type UseFactors,
  weighUses,
} from '../../tiles-builder/working/use-factors.ts';
import { placesFrom, workplacesFrom } from './partition-columns.ts';

const EVEN = Object.fromEntries(USES_BY_DAY.map((use) => [use, 1])) as UseFactors;
const partition = partitionOf(latLngToCell(47.1, 2.4, 12));
const random = new Random(31);

type Entry = readonly [cell: Cell, room: number, use: UseByDay];

const blocks = gridDisk(latLngToCell(47.1, 2.4, 6), 2)
  .filter((cell) => partitionOf(cell) === partition)
  .slice(0, 8)
  .flatMap((neighbourhood) => cellToChildren(neighbourhood, 9).filter((_, i) => i % 7 === 0));
const drawn: Entry[] = blocks.flatMap((block) =>
  cellToChildren(block, 11)
    .filter((_, i) => i % 20 === 0)
    .map((area): Entry => {
      const use = (['office', 'industry', 'unknown_small'] as const)[random.integer(0, 2)];
      return [cellToCenterChild(area, 12), 20 * Math.exp(random.normal()), use];
    }),
);

function placesOf(entries: readonly Entry[]): PlacesByUse {
  const room = roomByUse(
    Uint32Array.from(entries, ([cell]) => numberInPartition(cell)),
    Uint8Array.from(entries, ([, , use]) => numberOfUse(use)),
    Float64Array.from(entries, ([, size]) => size),
  );
  return { ...placesIn(partition, room.cell, room.size), use: room.use };
}
const places = placesOf(drawn);

function drawPersons(count: number, pull: (entry: Entry) => number) {
  let total = 0;
  const running = Float64Array.from(drawn, (entry) => (total += pull(entry)));
  return Array.from({ length: count }, () => ({ cell: drawn[random.pickIndex(running)][0], persons: 1 }));
}

function totalsOf(persons: ReturnType<typeof drawPersons>) {
  const [part] = groupPartition(
    { at_home: workplacesFrom([]), away: workplacesFrom(persons) },
    { at_home: placesFrom(new Map()), away: places },
  );
  return groupsByUse(part, places);
}

describe('factors of uses', () => {
  const truth: UseFactors = { ...EVEN, office: 3, industry: 0.5 };
  const persons = drawPersons(20_000, ([, size, use]) => size * truth[use]);
  const learnt = learnUseFactors([totalsOf(persons)]);

  test('are found by the totals of groups, relative to each other', () => {
    expect(learnt.office / learnt.industry).toBeGreaterThan(6 / 1.6);
    expect(learnt.office / learnt.industry).toBeLessThan(6 * 1.6);
    expect(learnt.unknown_small / learnt.industry).toBeGreaterThan(2 / 1.6);
    expect(learnt.unknown_small / learnt.industry).toBeLessThan(2 * 1.6);
    expect(learnt.health).toBe(1);
  });

  test('are 1 where people are in proportion to room, and where hardly anybody tells', () => {
    expect(learnUseFactors([totalsOf(drawPersons(20_000, ([, size]) => size))])).toEqual(EVEN);
    expect(learnUseFactors([])).toEqual(EVEN);
    const few = learnUseFactors([totalsOf(drawPersons(60, ([, size, use]) => size * truth[use]))]);
    for (const use of USES_BY_DAY) expect(few[use]).toBeLessThan(3);
  });

  test('follow from totals of groups alone, wherever in its group a person is', () => {
    const totals = totalsOf(persons);
    const [part] = groupPartition(
      { at_home: workplacesFrom([]), away: workplacesFrom(persons) },
      { at_home: placesFrom(new Map()), away: places },
    );
    expect(totals.persons.reduce((sum, own) => sum + own)).toBeLessThanOrEqual(persons.length);
    expect(totals.persons.every((own) => own >= 10)).toBe(true);
    expect(totals.neighbourhood.length).toBeLessThanOrEqual(part.groups.length);
    expect(totals.neighbourhood.length).toBeGreaterThan(50);
  });

  test('do not depend on how totals are divided into partitions', () => {
    const totals = totalsOf(persons);
    const halves = [0, 1].map((half) => {
      const rows = [...totals.neighbourhood.keys()].filter(
        (row) => Number(totals.neighbourhood[row] > totals.neighbourhood[0]) === half,
      );
      return {
        neighbourhood: rows.map((row) => totals.neighbourhood[row]),
        persons: Float64Array.from(rows, (row) => totals.persons[row]),
        room: Float64Array.from(
          rows.flatMap((row) => [
            ...totals.room.subarray(row * USES_BY_DAY.length, (row + 1) * USES_BY_DAY.length),
          ]),
        ),
      };
    });
    expect(learnUseFactors(halves)).toEqual(learnt);
    expect(learnUseFactors(halves.toReversed())).toEqual(learnt);
  });

  test('multiply the room of each use', () => {
    const weighed = weighUses(places, { ...EVEN, office: 2 });
    for (const [i, use] of places.use.entries()) {
      const factor = USES_BY_DAY[use] === 'office' ? 2 : 1;
      expect(weighed.size[i]).toBe(factor * places.size[i]);
    }
  });
});

test('room of one cell and use is added up, that of several uses stays apart', () => {
  const [first, second] = drawn;
  const { cell, use, size } = placesOf([
    [second[0], 1, 'shop'],
    [first[0], 2, 'shop'],
    [first[0], 3, 'office'],
    [first[0], 4, 'shop'],
  ]);
  const found = [...cell].map((number, i) => [number, USES_BY_DAY[use[i]], size[i]]);
  const inOrder = (a: Entry, b: Entry): number => numberInPartition(a[0]) - numberInPartition(b[0]);
  const expected = [
    [first[0], 3, 'office'],
    [first[0], 6, 'shop'],
    [second[0], 1, 'shop'],
  ] as Entry[];
  expect(found).toEqual(
    expected.toSorted(inOrder).map(([own, room, use]) => [numberInPartition(own), use, room]),
  );
});

import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { type CountedUnit, measureMisplaced } from '../../tiles-builder/living/measure-misplaced.ts';

const town: Position = [7.42, 43.73];
const village: Position = [7.9, 43.73];

/** @param counted people of all units, misplaced ones included */
function judge(misplaced: readonly [Position, number][], counted: readonly [Position, number][]) {
  const unitsOf = (units: readonly [Position, number][], isMisplaced: boolean): CountedUnit[] =>
    units.map(([position, counted_people]) => ({ position, counted_people, isMisplaced }));
  return measureMisplaced([...unitsOf(misplaced, true), ...unitsOf(counted, false)]);
}

test.each([
  ['nobody', 0, false],
  ['3 % of all', 300, false],
  ['more', 301, true],
])('people misplaced: %s', (_, people, stops) => {
  const found = judge(people > 0 ? [[village, people]] : [], [
    [town, 9_100],
    [village, 900 - people],
  ]);
  expect(found).toMatchObject({ people, share: people / 10_000, stops });
});

test.each([
  ['10 % of a place of over 1,000 people', 110, 1_100, false],
  ['more', 111, 1_100, true],
  ['more, of a place of fewer', 111, 999, false],
])('people misplaced: %s', (_, people, ofPeople, stops) => {
  const found = judge(
    [[village, people]],
    [
      [town, 50_000],
      [village, ofPeople - people],
    ],
  );
  expect(found.stops).toBe(stops);
  expect(found.worst).toEqual(ofPeople > 1_000 ? { position: village, people, of_people: ofPeople } : null);
});

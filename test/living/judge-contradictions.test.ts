import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { judgeContradictions } from '../../tiles-builder/living/judge-contradictions.ts';
import type { CensusExamination } from '../../tiles-builder/living/spread-censuses.ts';

const town: Position = [7.42, 43.73];
const village: Position = [7.9, 43.73];

function judge(
  misplaced: readonly [Position, number][],
  counted: readonly [Position, number][],
  coverage_is_named = true,
) {
  const contradicted = misplaced.map(([position, people], i) => ({ id: String(i), people, position }));
  const sum = (of: readonly [Position, number][]): number =>
    of.reduce((total, [, people]) => total + people, 0);
  const examination: CensusExamination = {
    units: 100,
    listed_people: sum(counted),
    first_square_id: null,
    coverage_is_named,
    counted_people: sum(counted),
    elsewhere_people: 0,
    contradicted,
    contradicted_people: sum(misplaced),
    unlisted: [],
  };
  return judgeContradictions(
    [examination],
    new Map(counted.map(([position, people]) => [cellAt(position), people * 1_000])),
  );
}

test.each([
  ['nobody', 0, false],
  ['3 % of all', 300, false],
  ['more', 301, true],
])('people misplaced: %s', (_, people, stops) => {
  const found = judge(people > 0 ? [[village, people]] : [], [
    [town, 9_100],
    [village, 900],
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
      [village, ofPeople],
    ],
  );
  expect(found.stops).toBe(stops);
  expect(found.worst).toEqual(ofPeople > 1_000 ? { position: village, people, of_people: ofPeople } : null);
});

test('units that left the coverage misplace nobody', () => {
  expect(judge([[village, 5_000]], [[town, 10_000]], false)).toEqual({
    people: 0,
    share: 0,
    worst: null,
    stops: false,
  });
});

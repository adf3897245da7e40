import { afterAll, expect, test } from 'vitest';
import { evaluatePlaces } from '../../tiles-builder/evaluate/places.ts';
import { removeFiles, writeFile } from '../daytime/timelines.ts';

afterAll(removeFiles);

const HOUR_S = 3_600;
const MONDAY_S = 4 * 86_400;
/** [place, label, first hour, last hour]. */
type Day = readonly (readonly [number, string, number, number])[];

const week = (device: number, day: Day): string[] =>
  Array.from({ length: 5 }, (_, i) =>
    day.map(([place, label, from, to]) => {
      const midnight_s = MONDAY_S + i * 86_400;
      return `${device},${place},${midnight_s + from * HOUR_S},${midnight_s + to * HOUR_S},${label}`;
    }),
  ).flat();

test('counts persons as right by the places that they named', async () => {
  const rows = [
    'device_id,place_id,start,end,true_label',
    ...week(1, [
      [0, 'H', 0, 8],
      [1, 'W', 9, 17],
      [0, 'H', 18, 24],
    ]),
    ...week(2, [
      [0, 'H', 0, 8],
      [1, 'O', 9, 14],
      [2, 'W', 14, 17],
      [0, 'H', 18, 24],
    ]),
    ...week(3, [
      [0, 'O', 0, 12],
      [1, 'O', 12, 13],
      [0, 'O', 14, 24],
    ]),
    ...week(4, [
      [0, 'H', 0, 8],
      [1, 'O', 9, 17],
      [0, 'H', 18, 24],
    ]),
    ...week(5, [
      [0, 'H', 0, 3],
      [1, 'O', 4, 17],
      [0, 'H', 18, 24],
    ]),
  ];
  expect(await evaluatePlaces(writeFile('labelled.csv', rows.join('\n')), {})).toEqual({
    persons: 5,
    named_work: 2,
    found_work: 2,
    right_work: 1,
    precision: 0.5,
    found_and_right: 0.5,
    home_found: 1,
    home_right: 0.8,
    no_work_but_given: 2 / 3,
  });
});

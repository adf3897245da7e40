import { expect, test } from 'vitest';
import { readCoordinates } from '../../src/web/read-coordinates.ts';

const gothenburg = { west: 11.8, east: 12.1, south: 57.6, north: 57.8 };

test.each([
  ['11.9675, 57.7068', [[11.9675, 57.7068]]],
  ['57.7068, 11.9675', [[11.9675, 57.7068]]],
  ['57.7068 11.9675', [[11.9675, 57.7068]]],
  ['57,7068 11,9675', [[11.9675, 57.7068]]],
  ['57,7068; 11,9675', [[11.9675, 57.7068]]],
  ['57.7068° N, 11.9675° E', [[11.9675, 57.7068]]],
  ['E 11.9675 N 57.7068', [[11.9675, 57.7068]]],
  ['[11.9675,57.7068]', [[11.9675, 57.7068]]],
  // Outside the data one order alone is possible, or both are.
  ['-33.87, 151.21', [[151.21, -33.87]]],
  ['33.87 S 151.21 W', [[-151.21, -33.87]]],
  ['12, 34', [[12, 34], [34, 12]]], // biome-ignore format: one line
  ['12, 12', [[12, 12]]],
  ['11.9675', []],
  ['1, 2, 3', []],
  ['Haga 12', []],
  ['200, 300', []],
  ['N 12, N 13', []],
])('%s', (text, expected) => {
  expect(readCoordinates(text, [gothenburg])).toEqual(expected);
});

import { expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { repeatedBuildings } from '../../tiles-builder/living/repeated-buildings.ts';
import { rectangle, square } from '../support/zones/rectangle.ts';
import { footprintsOf } from './footprints-of.ts';

/** Whole multiples of 1e-7 degrees. */
const repeated = (...zones: Zone[]): number[] => {
  const footprints = footprintsOf(...zones);
  return [...repeatedBuildings(footprints, footprints.boxIndex())];
};
const large: Zone = [[square(0, 0, 0.01)]];

test.each<[string, Zone[], number[]]>([
  ['another building', [large, [[square(0.02, 0, 0.01)]]], [0, 0]],
  ['one inside', [large, [[square(0.004, 0.003, 0.002)]]], [0, 1]],
  ['one inside that is listed before', [[[square(0.004, 0.003, 0.002)]], large], [1, 0]],
  ['one inside along the outline', [large, [[rectangle(0, 0, 0.01, 0.004)]]], [0, 1]],
  ['the same again, twice', [large, large, large], [0, 1, 1]],
  ['one that reaches out by a third', [large, [[rectangle(0.006, 0.002, 0.012, 0.008)]]], [0, 0]],
  ['one in its court', [[[square(0, 0, 0.01), square(0.003, 0.003, 0.004)]], [[square(0.004, 0.004, 0.002)]]], [0, 0]], // biome-ignore format: a line
  ['one of two parts inside, and one outside', [large, [[square(0.004, 0.004, 0.002)], [square(0.02, 0, 0.001)]]], [0, 0]], // biome-ignore format: a line
  ['one of two parts inside', [large, [[square(0.002, 0.002, 0.002)], [square(0.006, 0.006, 0.001)]]], [0, 1]], // biome-ignore format: a line
])('beside %s', (_, zones, expected) => expect(repeated(...zones)).toEqual(expected));

test('nothing is no repetition', () => {
  expect(repeated()).toEqual([]);
});

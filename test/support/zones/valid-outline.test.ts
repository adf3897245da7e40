import { expect, test } from 'vitest';
import type { Position, Ring } from '../../../src/geo/positions.ts';
import { square } from './rectangle.ts';
import { faultsOfOutline, zoneContains } from './valid-outline.ts';

const hole = (west: number, south: number, size: number): Ring => square(west, south, size).toReversed();

/** @param vertices `lon,lat` with spaces between them */
const closed = (vertices: string): Ring => {
  const ring = vertices.split(' ').map((vertex) => vertex.split(',').map(Number) as unknown as Position);
  return [...ring, ring[0]];
};

test('a valid outline has no faults', () => {
  expect(faultsOfOutline([[square(0, 0, 10), hole(1, 1, 2), hole(5, 5, 2)], [square(5.5, 5.5, 1)]])).toEqual(
    [],
  );
});

test.each([
  ['nothing', []],
  ['an open ring', [[square(0, 0, 1).slice(0, 4)]]],
  ['a shell the wrong way round', [[hole(0, 0, 1)]]],
  ['a hole the wrong way round', [[square(0, 0, 10), square(1, 1, 1)]]],
  ['a hole outside', [[square(0, 0, 10), hole(11, 1, 1)]]],
  ['a hole in a hole', [[square(0, 0, 10), hole(1, 1, 5), hole(2, 2, 1)]]],
  ['a hole that touches its shell', [[square(0, 0, 10), hole(0, 1, 1)]]],
  ['a part in a part', [[square(0, 0, 10)], [square(2, 2, 1)]]],
  ['parts that cross', [[square(0, 0, 10)], [square(5, 5, 10)]]],
  ['parts that meet in a point', [[square(0, 0, 1)], [square(1, 1, 1)]]],
  ['a bow tie', [[closed('0,0 2,2 2,0 0,1')]]],
  ['a spike', [[closed('0,0 4,0 4,4 4,6 4,4 0,4')]]],
  ['a spike along an edge', [[closed('0,0 4,0 2,0 4,4')]]],
  ['a repeated position', [[closed('0,0 4,0 4,0 4,4')]]],
  ['7 decimals', [[closed('0,0 4.0000001,0 4,4')]]],
] as const)('%s is a fault', (_, zone) => {
  expect(faultsOfOutline(zone)).not.toEqual([]);
});

test('a place in a hole is not in the zone', () => {
  const zone = [[square(0, 0, 10), hole(1, 1, 2)]];
  expect([zoneContains(zone, [5, 5]), zoneContains(zone, [2, 2]), zoneContains(zone, [11, 5])]).toEqual([
    true,
    false,
    false,
  ]);
});

import { expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { countBody } from '../../src/response/count-body.ts';

const zone: Zone = [
  [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
];

test('people are whole persons, the nearest number of them', () => {
  for (const [people, counted] of [
    [0.4, 0],
    [0.6, 1],
    [1234.5, 1235],
    [1234.499, 1234],
  ]) {
    const body = JSON.parse(countBody('livingcount', { people, gridZone: null }, null, null));
    expect(body).toEqual({ success: true, error: '', livingcount: counted });
  }
});

test('the cells that were counted are there for working counts alone', () => {
  const body = JSON.parse(countBody('workingcount', { people: 7, gridZone: zone }, null, null));
  expect(Object.keys(body)).toEqual(['success', 'error', 'workingcount', 'workingcountzone']);
  expect(body.workingcountzone.geometry.coordinates).toEqual(zone[0]);
});

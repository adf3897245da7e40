import { cellToChildren, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../../src/geo/cells.ts';
import {
  isOverCapacity,
  PlacesOfSites,
  type SitesInPlace,
  together,
} from '../../../tiles-builder/daytime/registers/over-capacity.ts';

const sites = (name: string, people: number, count = 1): SitesInPlace => ({
  name,
  position: [11.97, 57.7],
  sites: count,
  people,
});
const [here, there] = [57.7, 57.9].map((lat) => latLngToCell(lat, 11.97, 10));
const cellsIn = (around: Cell): Cell[] => cellToChildren(around, 12);

test.each([
  [100, 9.99, true],
  [99, 0, false],
  [100, 10, false],
  [1_000, 99, true],
  [1_000, 100, false],
])('%d people in a capacity of %d: %s', (people, capacity, expected) => {
  expect(isOverCapacity({ people, capacity })).toBe(expected);
});

test('sites together have the name of the largest, of equal ones the first in the alphabet', () => {
  const all = [sites('mill', 30, 2), sites('yard', 50, 3), sites('bank', 50, 1), sites('café', 20, 4)];
  for (const order of [all, all.toReversed()])
    expect(together(order)).toEqual({ name: 'bank', position: [11.97, 57.7], sites: 10, people: 150 });
});

test('a block has all its sites, and the capacity of all its cells', () => {
  const places = new PlacesOfSites();
  const [a, b, c] = [0, 8, 20].map((child) => cellsIn(here)[child]);
  const [far] = cellsIn(there);
  places.add(sites('head office', 400, 7), [
    [a, 60],
    [b, 40],
    [far, 300],
  ]);
  places.add(sites('shop', 30), [[c, 30]]);
  const capacity = new Map([
    [a, 5],
    [b, 7.5],
    [far, 30.1],
  ]);
  expect(places.overCapacity(capacity)).toEqual([
    { name: 'head office', position: [11.97, 57.7], sites: 3, people: 130, capacity: 12.5 },
  ]);
  expect(places.overCapacity(new Map()).map(({ people, capacity }) => [people, capacity])).toEqual([
    [130, 0],
    [300, 0],
  ]);
});

test('a part of a site is a site, and outlines over capacity come first', () => {
  const places = new PlacesOfSites();
  const [cell] = cellsIn(here);
  places.add(sites('depot', 1_000), [[cell, 150]]);
  const outline = { ...sites('harbour', 200), capacity: 3 };
  places.addOutline(outline);
  expect(places.overCapacity(new Map())).toEqual([outline, { ...sites('depot', 150), capacity: 0 }]);
});

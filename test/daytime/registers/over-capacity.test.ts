import { cellToChildren, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../../src/geo/cells.ts';
import { PlacesOfSites, type SitesInPlace } from '../../../tiles-builder/daytime/registers/over-capacity.ts';

const sites = (name: string, people: number, count = 1): SitesInPlace => ({
  name,
  position: [11.97, 57.7],
  sites: count,
  people,
});
const [here, there] = [57.7, 57.9].map((lat) => latLngToCell(lat, 11.97, 10));
const cellsIn = (around: Cell): Cell[] => cellToChildren(around, 12);

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

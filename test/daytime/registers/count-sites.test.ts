import { cellToParent } from 'h3-js';
import { expect, test } from 'vitest';
import { cells, countSites } from './count-sites.ts';

test('cells where many live and nobody works are idle, unless few live there or somebody works', () => {
  expect(new Set(cells.map((cell) => cellToParent(cell, 6))).size).toBe(1);
  const living = (people: number) => [0, 40].map((cell) => [cells[cell], people / 2] as const);
  const idle = { places: 1, inhabitants: 1_000 };
  const none = { places: 0, inhabitants: 0 };
  expect(countSites([], { living: living(1_000) })).toMatchObject({
    idle,
    inhabitants: 1_000,
    at_home: 1_000,
  });
  expect(countSites([], { living: living(998) }).idle).toEqual(none);
  const site = { cell: cells[100], people: 12 };
  expect(countSites([site], { living: living(1_000) })).toMatchObject({ idle: none, staff: 12 });
});

test('people at home and at sites are counted once', () => {
  const { people } = countSites([{ cell: cells[1], people: 12 }], { living: [[cells[3], 7]] });
  expect([...people.values()].reduce((sum, own) => sum + own, 0)).toBe(19_000);
  expect(people.get(cells[3])).toBe(7_000);
});

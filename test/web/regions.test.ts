import { expect, test } from 'vitest';
import { MAX_MAP_REGIONS } from '../../src/limits.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { linkTo, refusal, TOWN, unserved } from './answers.ts';
import { middleOf, settle, visit } from './visit.ts';

test('a region of real people is shown first', async () => {
  const made = { ...TOWN, region: 'made-up', version: 'made-up-1', simulated: true };
  const page = await visit({
    regions: [made, { ...TOWN, bounds: { west: 1, south: 2, east: 3, north: 4 } }],
  });
  expect(page.map.options.bounds).toEqual([1, 2, 3, 4]);
  expect(page.text('#regions')).toMatch(/Little Town.*Made Up/);
});

test('without any data that can be reached, that is said', async () => {
  const page = await visit({ regions: () => refusal(503, 'storage'), fragment: '' });
  expect(page.text('#answer')).toContain('No data can be reached');
  expect(page.text('#status')).toContain('Either nothing has been published here yet');
  expect(page.map.options.bounds).toBeUndefined();
  expect(page.map.features('uncovered')).toEqual([]);
});

test('outside the data the way back leads to the nearest region', async () => {
  const far = { ...TOWN, region: 'far', bounds: { west: 30, south: 57, east: 31, north: 58 } };
  const page = await visit({
    regions: [far, TOWN],
    fragment: linkTo([13, 57.5]),
    answer: () => unserved('not-covered'),
  });
  expect(page.text('#answer')).toMatch(
    /^Nothing is known about this place.*The service says: made not-covered/,
  );
  await page.press('Show where there is data');
  expect(page.map.moves.at(-1)!.view).toEqual(TOWN.bounds);
  expect(page.map.moves.at(-1)!.options.padding).toBe(0);
  await page.press('Far', '#regions');
  expect(page.map.moves.at(-1)!.view).toEqual(far.bounds);
  expect(page.sees('#regions')).toBe(true);
});

test('of more regions than the page is told of at a time, those around what it shows are loaded', async () => {
  const asked: string[] = [];
  const around = (lon: number): MapRegion[] =>
    Array.from({ length: MAX_MAP_REGIONS }, (_, number) => ({
      ...TOWN,
      region: `town-${lon}-${number}`,
      version: `town-${lon}-${number}`,
      bounds: { west: lon + number, south: 57, east: lon + number + 1, north: 58 },
    }));
  const page = await visit({
    regions: ({ search }) => {
      asked.push(search);
      return Response.json(around(search === '' ? 100 : 11));
    },
  });
  expect(asked).toEqual(['']);
  page.map.fire('moveend');
  await settle();
  const [lon, lat] = middleOf(page.map);
  expect(asked).toEqual(['', `?near=${lon.toFixed(1)},${lat.toFixed(1)}`]);
  const sources = (): string => JSON.stringify(page.map.style.sources);
  expect(sources()).toContain('town-11-0');
  expect(sources()).not.toContain('town-100-0');
});

test('with fewer regions, nothing is told of what the map shows', async () => {
  const asked: string[] = [];
  const page = await visit({
    regions: ({ search }) => {
      asked.push(search);
      return Response.json([TOWN]);
    },
  });
  page.map.fire('moveend');
  await settle();
  expect(asked).toEqual(['']);
});

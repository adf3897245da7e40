import { expect, test } from 'vitest';
import { around, datasetOf, MIDDLE, success, TOWN } from '../answers.ts';
import { visit } from '../visit.ts';

const LINK = '#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian&time=600';

test('area, density and sources of an answer', async () => {
  const page = await visit({ fragment: LINK });
  expect([...document.querySelectorAll('.facts div')].map(({ textContent }) => textContent)).toEqual([
    'Area2 km²',
    'Density617 / km²',
  ]);
  expect(page.text('.provenance summary')).toBe('Data: Little Town, census 2020');
  expect([...document.querySelectorAll('.sources li')].map(({ textContent }) => textContent)).toEqual([
    'Roads 2026, the mappers',
    'Census 2020, the town hall',
  ]);
  expect(page.text('.provenance')).toMatch(/Version little-town-1, built 2026-02-03\.$/);
  expect(page.text('#facts')).not.toContain('registers');
  await page.go('#');
  expect(page.text('#facts')).toBe('');
});

test('under a comparison, the places of each dataset are named where there are several datasets', async () => {
  const summaries = (): (string | null)[] =>
    [...document.querySelectorAll('.provenance summary')].map(({ textContent }) => textContent);
  const page = await visit({
    fragment: `${LINK}&also=11.6,57.6`,
    answer: (call) =>
      call.parameters.lon === '11.7'
        ? success(call, {
            details: { datasets: [datasetOf({ ...TOWN, region: 'other', version: 'other-1' })] },
          })
        : success(call),
  });
  expect(page.sees('.facts')).toBe(false);
  expect(summaries()).toEqual(['Data: Little Town, census 2020']);
  await page.go(`${LINK}&also=11.6,57.6&also=11.7,57.7`);
  expect(summaries()).toEqual(['A, C: Data: Little Town, census 2020', 'B: Data: Other, census 2020']);
});

test('data of no year is called simulated, as its source', async () => {
  const sources = [{ role: 'census' as const, vintage: 'simulated', attribution: 'nobody' }];
  const page = await visit({
    fragment: LINK,
    answer: (call) => success(call, { details: { datasets: [datasetOf({ ...TOWN, sources })] } }),
  });
  expect(page.text('.provenance summary')).toBe('Data: Little Town, census (simulated)');
  expect(page.text('.sources li')).toBe('Census (simulated), nobody');
});

test('what is not known of a dataset is said, and so is that it is a register or was renewed', async () => {
  const dataset = datasetOf({
    ...TOWN,
    version: 'little-town-0',
    sources: [
      { role: 'census' as const, vintage: null, attribution: null },
      { role: 'workplaces' as const, vintage: null, attribution: 'the register' },
    ],
  });
  const page = await visit({
    fragment: LINK,
    answer: (call) => success(call, { details: { datasets: [dataset], coverage: 0.9995 } }),
  });
  expect(page.text('.provenance summary')).toBe('Data: Little Town, vintage not stated');
  expect([...document.querySelectorAll('.sources li')].map(({ textContent }) => textContent)).toEqual([
    'Census not stated',
    'Register of workplaces the register',
  ]);
  const said = page.text('.provenance');
  expect(said).toContain('People in working hours are counted from registers');
  expect(said).toContain('The data was renewed since this page was opened.');
  expect(page.text('.facts')).toContain('In the data99.9%');
  expect(page.sees('.note')).toBe(false);
});

test('of several parts the areas are added up, and the least covered counts', async () => {
  const coordinates = [around(MIDDLE, 0.01), around([11.7, 57.7], 0.01)].map((part) => part.coordinates);
  const covered = [0.98, 0.96];
  const page = await visit({
    answer: (call) => success(call, { details: { area_m2: 1_000_000, coverage: covered.shift()! } }),
  });
  await page.type('#geojson', JSON.stringify({ type: 'MultiPolygon', coordinates }));
  await page.press('Use it');
  expect(page.text('.facts')).toBe('Area2 km²Density1,230 / km²In the data96%');
  expect(page.text('.note')).toBe('96% covered The rest of the zone lies outside the data.');
});

test('of parts in two regions the data of both is named', async () => {
  const coordinates = [around(MIDDLE, 0.01), around([11.7, 57.7], 0.01)].map((part) => part.coordinates);
  const regions = ['little-town', 'other-town'];
  const page = await visit({
    answer: (call) => {
      const region = regions.shift()!;
      return success(call, {
        details: { datasets: [datasetOf({ ...TOWN, region, version: `${region}-1` })] },
      });
    },
  });
  await page.type('#geojson', JSON.stringify({ type: 'MultiPolygon', coordinates }));
  await page.press('Use it');
  const named = [...document.querySelectorAll('.provenance summary')].map(({ textContent }) => textContent);
  expect(named).toEqual([
    expect.stringMatching(/^Data: Little Town/),
    expect.stringMatching(/^Data: Other Town/),
  ]);
});

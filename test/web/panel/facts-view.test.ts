import { expect, test } from 'vitest';
import { datasetOf, success, TOWN } from '../answers.ts';
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
  expect(said).toContain('The data was renewed since this page was opened: load it again.');
  expect(page.sees('.note')).toBe(false);
});

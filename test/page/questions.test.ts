import { expect, test } from 'vitest';
import { matchingSections } from '../../src/web/docs/script/matching-sections.ts';
import { readPages } from '../../tiles-builder/page/docs/build-docs.ts';
import { sectionsOf } from '../../tiles-builder/page/docs/sections-of.ts';

const sections = readPages().flatMap(sectionsOf);

test.each([
  ['how accurate', 'How accurate is it?'],
  ['CORS', 'Can a web page call it from a browser (CORS)?'],
  ['expired', 'My key or secret is wrong or refused (401)'],
  ['GDPR', 'GDPR: whose personal data is used?'],
  ['walking speed', 'What is the walking speed, and can I change it?'],
  ['cycling', 'Cycling, public transport, wheelchairs'],
  ['quick start', 'Quick start'],
  ['how do I get a key?', 'How to get a key'],
  ['limits', 'Limits'],
  ['traffic', 'How fast do cars go? Is there traffic?'],
  ['how old is the data', 'How old is the data?'],
  ['which countries', 'Which countries and cities are covered?'],
  ['422', 'No data, outside the coverage: why is the answer 422, or 0?'],
  ['tourists', 'Are visitors, tourists or customers counted?'],
  ['age income', 'Age, income, households, workers without pupils, forecasts'],
  ['licence', 'Can I use the numbers commercially? Licence and attribution'],
  ['multipolygon', 'Can I send a MultiPolygon or a file of addresses?'],
  ['Excel', 'Excel, spreadsheets, GIS'],
  ['many sites', 'Many sites'],
  ['QGIS', 'QGIS and R'],
  ['docker container', 'Run it in a container'],
  ['kubernetes', 'More than one machine'],
  ['price', 'What does it cost?'],
  ['on-premises', 'Self-hosted, offline, on-premises, without Cloudflare'],
  ['pdf', 'Can I print it, or save a picture or PDF?'],
  ['rollback', 'Back to the version before'],
  ['own region', 'Start here: your own region'],
  ['health check', 'GET /healthz'],
  ['latency', 'Is it fast? Latency and availability'],
  ['population density map', 'Where people are'],
  ['night population', 'What the two numbers mean'],
  ['compare two places', 'What it can do'],
  ['dark mode', 'The map'],
  ['why did the number change', 'Why did the number change?'],
  ['SDK', 'TypeScript'],
  ['R package', 'R'],
  ['test environment', 'Staging next to production: a test environment'],
  ['update the data', 'A new dataset, without downtime'],
  ['revoke key', 'If it does not work'],
  ['monitoring', 'Monitoring'],
])('%s', (query, heading) => {
  expect(matchingSections(sections, query).map((found) => found.heading)).toContain(heading);
  expect(matchingSections(sections, query)[0].heading).toBe(heading);
});

test('a word is not found inside another, as in laws or charm', () => {
  const [section] = [{ path: '', page: 'Laws', heading: 'A charm', text: 'warm' }];
  expect(matchingSections([section], 'law')).toEqual([section]);
  for (const word of ['aws', 'arm']) expect(matchingSections([section], word)).toEqual([]);
});

test('says so where nothing has an answer', () => {
  expect(matchingSections(sections, 'zebra crossing weather')).toEqual([]);
});

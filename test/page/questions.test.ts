/** Queries, and the section to find first. */
import { expect, test } from 'vitest';
import { matchingSections } from '../../src/web/docs/script/matching-sections.ts';
import { readPages } from '../../tiles-builder/page/docs/build-docs.ts';
import { sectionsOf } from '../../tiles-builder/page/docs/sections-of.ts';

const sections = readPages().flatMap(sectionsOf);

test.each([
  ['how accurate', 'How accurate is it?'],
  ['CORS', 'Can a web page call it (CORS)?'],
  ['expired', 'My key or secret has expired, is wrong or refused (401)'],
  ['GDPR', 'GDPR: whose personal data is used?'],
  ['walking speed', 'What is the walking speed, and can I change it?'],
  ['cycling', 'Cycling, public transport, wheelchairs'],
  ['public transport', 'Cycling, public transport, wheelchairs'],
  ['quick start', 'Quick start'],
  ['how do I get a key?', 'How to get a key'],
  ['limits', 'Limits'],
  ['bicycle', 'Cycling, public transport, wheelchairs'],
  ['bus', 'Cycling, public transport, wheelchairs'],
  ['wheelchair', 'Cycling, public transport, wheelchairs'],
  ['traffic', 'How fast do cars go? Is there traffic?'],
  ['personal data', 'GDPR: whose personal data is used?'],
  ['how old is the data', 'How old is the data?'],
  ['which countries', 'Which countries and cities are covered?'],
  ['422', 'Why is the answer 422, or 0?'],
  ['tourists', 'Are visitors, tourists or customers counted?'],
  ['age income', 'Age, income, households'],
  ['licence', 'Can I use the numbers commercially? Licence and attribution'],
  ['commercial', 'Can I use the numbers commercially? Licence and attribution'],
  ['multipolygon', 'Can I send a MultiPolygon or a file of addresses?'],
  ['Excel', 'Excel, spreadsheets, GIS'],
  ['many sites', 'Many sites'],
  ['QGIS', 'QGIS and R'],
  ['docker container', 'Run it in a container'],
  ['kubernetes', 'By region: Kubernetes indexed job'],
  ['price', 'What does it cost?'],
  ['on-premises', 'Offline, on-premises, without Cloudflare'],
  ['pdf', 'Can I print it, or save a picture or PDF?'],
  ['rate limit', 'Limits'],
  ['rollback', 'Back to the version before'],
  ['own region', 'Start here: your own region'],
  ['health check', 'GET /healthz'],
  ['latency', 'Is it fast? Latency and availability'],
  ['wrong secret', 'My key or secret has expired, is wrong or refused (401)'],
])('%s', (query, heading) => {
  expect(matchingSections(sections, query).map((found) => found.heading)).toContain(heading);
  expect(matchingSections(sections, query)[0].heading).toBe(heading);
});

test('says so where nothing has an answer', () => {
  expect(matchingSections(sections, 'zebra crossing weather')).toEqual([]);
});

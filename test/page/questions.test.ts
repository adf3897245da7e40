/** What people ask the documentation's search, and the section that they are to find first. */
import { expect, test } from 'vitest';
import { matchingSections } from '../../src/web/docs/script/matching-sections.ts';
import { readPages } from '../../tiles-builder/page/docs/build-docs.ts';
import { sectionsOf } from '../../tiles-builder/page/docs/sections-of.ts';

const sections = readPages().flatMap(sectionsOf);

test.each([
  ['how accurate', 'How accurate is it?'],
  ['CORS', 'Can a web page call it (CORS)?'],
  ['expired', 'My key has expired, or is refused (401)'],
  ['GDPR', 'GDPR: whose data is used?'],
  ['walking speed', 'What is the walking speed, and can I change it?'],
  ['cycling', 'Cycling and public transport'],
  ['public transport', 'Cycling and public transport'],
  ['quick start', 'Quick start: a first call in five minutes'],
  ['how do I get a key?', 'How do I get a key?'],
  ['limits', 'Limits'],
])('%s', (query, heading) => {
  expect(matchingSections(sections, query).map((found) => found.heading)).toContain(heading);
  expect(matchingSections(sections, query)[0].heading).toBe(heading);
});

import { expect, test } from 'vitest';
import {
  excerptOf,
  matchingSections,
  type Section,
} from '../../../../src/web/docs/script/matching-sections.ts';

const section = (heading: string, text: string): Section => ({
  path: `#${heading}`,
  page: 'API',
  heading,
  text,
});
const sections = [
  section('Headers', 'Retry-After and others'),
  section('Retry', 'after a failure'),
  section('Île-de-France', 'a region'),
];
const headings = (query: string): string[] => matchingSections(sections, query).map(({ heading }) => heading);

test('what has most of the words comes first, then headings; half of the words are enough', () => {
  expect(headings('after retry')).toEqual(['Retry', 'Headers']);
  expect(headings('ILE')).toEqual(['Île-de-France']);
  expect(headings('failure retry region')).toEqual(['Retry']);
  expect(headings('retry snow')).toEqual(['Retry', 'Headers']);
  expect(headings('retry snow ice')).toEqual([]);
  expect(headings(' ')).toEqual([]);
});

test('words that only make a sentence are not looked for', () => {
  expect(headings('What is the region?')).toEqual(['Île-de-France']);
});

test('an excerpt shows the words, whole, and says where it leaves something out', () => {
  const long = section('Long', `${'before '.repeat(30)}the needle ${'after '.repeat(30)}`.trim());
  const excerpt = excerptOf(long, 'needle');
  expect(excerpt).toMatch(/^… before .*the needle after.* after …$/);
  expect(excerpt.length).toBeLessThan(120);
  expect(excerptOf(section('Short', 'of a zone'), 'short')).toBe('of a zone');
  expect(excerptOf(long, 'nothing')).toMatch(/^before before.* …$/);
});

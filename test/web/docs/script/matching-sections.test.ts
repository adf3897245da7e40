import { expect, test } from 'vitest';
import { matchingSections, type Section } from '../../../../src/web/docs/script/matching-sections.ts';

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

test('every word is in what is found, and headings come first', () => {
  expect(headings('after retry')).toEqual(['Retry', 'Headers']);
  expect(headings('ILE')).toEqual(['Île-de-France']);
  expect(headings('retry region')).toEqual([]);
  expect(headings(' ')).toEqual([]);
});

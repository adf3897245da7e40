/** Only the glossary's words are in use. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const GLOSSARY = 'src/GLOSSARY.md';
const OWN = [GLOSSARY, 'test/glossary.test.ts'];

/** Word, its meaning, and words not to be used. */
const rows = readFileSync(join(ROOT, GLOSSARY), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(1, -1).split('|'))
  .map(([word, meaning, others]) => ({ word: word.trim(), meaning: meaning.trim(), others: listOf(others) }))
  .filter(({ word }) => word !== 'word');

function listOf(words: string): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const notUsed = rows.flatMap(({ others }) => others);
const spelled = (word: string): RegExp => new RegExp(`\\b${word.replaceAll(' ', '[\\s*]+')}\\b`, 'i');

test('the glossary has a page, in the order of the alphabet, with a meaning for each word', () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.length).toBeLessThan(45);
  expect(rows.map(({ word }) => word)).toEqual(rows.map(({ word }) => word).toSorted());
  for (const { word, meaning } of rows) expect(meaning.length, word).toBeGreaterThan(0);
  expect(notUsed.length).toBeGreaterThan(5);
});

test('a word that is not used is found across lines of a comment', () => {
  expect('/** They are drawn by\n * lot. */').toMatch(spelled('by lot'));
  expect('ballots').not.toMatch(spelled('lot'));
});

test('no file uses words that the glossary replaces', () => {
  const files = globSync(['{src,tiles-builder,test}/**/*.{ts,md,fbs}', 'README.md', 'CONTRIBUTING.md'], {
    cwd: ROOT,
  });
  expect(files.length).toBeGreaterThan(800);
  const anyNotUsed = new RegExp(notUsed.map((word) => spelled(word).source).join('|'), 'gi');
  const found = files
    .filter((file) => !OWN.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return Array.from(text.matchAll(anyNotUsed), ([word]) => `${file}: ${word}`);
    });
  expect(found).toEqual([]);
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURES_FOLDER, STATES } from './pictures.ts';

const MOST_BYTES = 80_000;
const files = readdirSync(PICTURES_FOLDER);
const page = readFileSync(join(PICTURES_FOLDER, '../map.md'), 'utf8');
const rows = page
  .match(/(?<=\|---\|---\|---\|\n)(?:\|.*\n)+/)![0]
  .trim()
  .split('\n');

test('each picture says what it shows, and stands in the row of its task', () => {
  const shown = rows.flatMap(
    (row) => /\[!\[.{10,}\]\(pictures\/(\S+)\)\]\(pictures\/\1\) \|$/.exec(row)?.[1] ?? [],
  );
  expect(shown).toEqual(STATES.map(({ name }) => `${name}.webp`));
  expect(files.toSorted()).toEqual(shown.toSorted());
});

test.each(files)('%s is a small WebP', (file) => {
  const path = join(PICTURES_FOLDER, file);
  expect(readFileSync(path).subarray(8, 12).toString()).toBe('WEBP');
  expect(statSync(path).size).toBeLessThan(MOST_BYTES);
});

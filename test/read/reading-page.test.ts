import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../tiles-builder/read');
const page = readFileSync(join(folder, 'READING.md'), 'utf8');

test('the page on reading links to every file of reading, and to no other', () => {
  const linked = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  expect(linked.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.filter((file) => !linked.includes(file))).toEqual([]);
});

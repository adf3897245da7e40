import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../tiles-builder');

test("the page on the data's way names every folder of the builder", () => {
  const page = readFileSync(join(folder, 'BUILDING.md'), 'utf8');
  const linked = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path);
  const named = new Set(linked.map((path) => dirname(path).split('/')[0]));
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

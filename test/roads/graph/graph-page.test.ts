import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../tiles-builder/roads/graph');
const page = readFileSync(join(folder, 'GRAPH.md'), 'utf8');

test('the page that walks with the roads leads to every file of the graph, and to none that is not there', () => {
  const linked = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
  expect(linked.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  expect(files.filter((file) => !linked.includes(file))).toEqual([]);
});

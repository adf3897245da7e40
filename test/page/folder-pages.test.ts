import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/processes/run-command.ts';

test.each(['tiles-builder/sources/READING.md', 'tiles-builder/roads/graph/GRAPH.md'])(
  '%s links to every file of its folder',
  (page) => {
    const folder = join(projectFolder, page, '..');
    const text = readFileSync(join(projectFolder, page), 'utf8');
    const linked = [...text.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, link]) => link!);
    const files = globSync('**/*.ts', { cwd: folder });
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !linked.includes(file))).toEqual([]);
  },
);

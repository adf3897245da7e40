/** Only its own code names a step. */
import { appendFileSync, cpSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { importedFiles } from '../../../tiles-builder/base/files/imported-files.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { importsOf } from '../../support/project/imports-of.ts';

const ROOT = join(import.meta.dirname, '../../..');
const project = temporaryFolder();
beforeAll(() => {
  for (const part of ['src', 'tiles-builder', 'tsconfig.json', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, part), join(project, part), { recursive: true });
});

const STEPS = { roads: 'road-steps.ts', persons: 'persons-step.ts' } as const;
type Kind = keyof typeof STEPS;

let asked = 0;
async function hashesInCopy(): Promise<Record<string, string>> {
  const { hashOfModule } = await import(join(project, 'tiles-builder/base/files/hash-sources.ts'));
  asked++;
  return Object.fromEntries(
    Object.entries(STEPS).map(([kind, file]) => {
      const module = pathToFileURL(join(project, 'tiles-builder/pipeline', file)).href;
      return [kind, hashOfModule(`${module}?${asked}`)];
    }),
  );
}

test.each<[file: string, ...Kind[]]>([
  ['tiles-builder/roads/graph/speed.ts', 'roads'],
  ['tiles-builder/daytime/sql/create-persons.sql', 'persons'],
  ['package-lock.json', 'roads', 'persons'],
  ['tiles-builder/BUILDING.md'],
])('a change of %s changes the steps that run on it, and no others', async (file, ...kinds) => {
  const before = await hashesInCopy();
  appendFileSync(join(project, file), '\n');
  const after = await hashesInCopy();
  expect(Object.keys(STEPS).filter((kind) => after[kind] !== before[kind])).toEqual(kinds);
});

test('a module depends on the files that a parser finds, and on data next to them', () => {
  const imports = Map.groupBy(
    globSync('{src,tiles-builder}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      importsOf(file, readFileSync(join(ROOT, file), 'utf8'), 'run'),
    ),
    ({ from }) => from,
  );
  const reach = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found;
    found.add(file);
    for (const { of } of imports.get(file) ?? []) reach(of, found);
    return found;
  };
  const entry = 'tiles-builder/simulate/demo/prepare-dataset.ts';
  const files = [...importedFiles(join(ROOT, entry))].map((file) => relative(ROOT, file));
  expect(files.filter((file) => file.endsWith('.ts')).sort()).toEqual(
    [...reach(entry)].filter((file) => file.endsWith('.ts')).sort(),
  );
  expect(files.filter((file) => !/\.(ts|sql)$/.test(file)).sort()).toEqual([
    'package.json',
    'tiles-builder/simulate/demo/buildings.geojsonl.gz',
    'tiles-builder/simulate/demo/census.csv',
    'tiles-builder/simulate/demo/countryside.geojsonl',
    'tiles-builder/simulate/demo/landscape.geojsonl',
    'tiles-builder/simulate/demo/persons.csv',
    'tiles-builder/sources/formats/reference-systems.csv',
  ]);
  expect(files.filter((file) => file.endsWith('.sql'))).toEqual(
    expect.arrayContaining(globSync('tiles-builder/daytime/sql/*.sql', { cwd: ROOT })),
  );
});

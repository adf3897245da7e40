/** Imports between folders and between files run one way. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { type Import, importsOf, modulesOf } from './support/project/imports-of.ts';

const ROOT = join(import.meta.dirname, '..');

const importsIn = (folder: string): Import[] =>
  globSync(`${folder}/**/*.ts`, { cwd: ROOT }).flatMap((from) =>
    importsOf(from, readFileSync(join(ROOT, from), 'utf8')),
  );

const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Each with the first import of the next one. */
function circles(imports: readonly Import[], placeOf: (path: string) => string = roomOf): string[] {
  const needs = Map.groupBy(
    imports.filter(({ from, of }) => placeOf(from) !== placeOf(of)),
    ({ from }) => placeOf(from),
  );
  const reachedFrom = (place: string, seen = new Set<string>()): Set<string> => {
    for (const { of } of needs.get(place) ?? []) {
      const next = placeOf(of);
      if (seen.has(next)) continue;
      seen.add(next);
      reachedFrom(next, seen);
    }
    return seen;
  };
  return [...needs].flatMap(([place, own]) =>
    own
      .filter(({ of }) => reachedFrom(placeOf(of)).has(place))
      .map(({ from, of }) => `${from} imports ${of}, and ${placeOf(of)} needs ${place}`),
  );
}

const fileOf = (path: string): string => path;

const inService = importsIn('src');
const inBuilder = importsIn('tiles-builder');

test('the service needs nothing of the builder', () => {
  expect(inService.length).toBeGreaterThan(500);
  expect(inService.filter(({ of }) => of.startsWith('tiles-builder'))).toEqual([]);
});

test('the builder needs nothing of tests, benchmarks and experiments', () => {
  expect(inBuilder.filter(({ of }) => of.startsWith('test/'))).toEqual([]);
});

test('no two rooms of the service need each other', () => {
  expect(circles(inService)).toEqual([]);
});

test('no two rooms of the builder need each other', () => {
  expect(inBuilder.length).toBeGreaterThan(1_000);
  expect(circles(inBuilder)).toEqual([]);
});

test('no two files need each other', () => {
  expect(circles([...inService, ...inBuilder], fileOf)).toEqual([]);
});

test('a circle would be found, of rooms and of files', () => {
  const added = [
    ['src/a/1.ts', 'src/b/2.ts'],
    ['src/b/3.ts', 'src/c.ts'],
    ['src/c.ts', 'src/a/4.ts'],
    ['src/d/5.ts', 'src/a/4.ts'],
  ].map(([from, of]) => ({ from, of }));
  expect(circles(added)).toHaveLength(3);
  expect(circles(added, fileOf)).toEqual([]);
  expect(circles([...added, { from: 'src/b/2.ts', of: 'src/a/1.ts' }], fileOf)).toHaveLength(2);
});

test.each([
  "import { b } from '../b/2.ts';",
  "import type { B } from '../b/2.ts';",
  "export { b } from '../b/2.ts';",
  "export * from '../b/2.ts';",
  "const { b } = await import('../b/2.ts');",
  'const { b } = await import(`../b/2.ts`);',
  "new Worker(new URL('../b/2.ts', import.meta.url));",
])('a circle would be found by %s', (line) => {
  // Offsets count characters, not bytes.
  const there = importsOf('src/a/1.ts', `// é 🌍\n${line}`);
  const back = importsOf('src/b/2.ts', "import { a } from '../a/1.ts';");
  expect(circles([...there, ...back])).toHaveLength(2);
});

const packageOf = (source: string): string => /^(@[^/]+\/)?[^/]+/.exec(source)![0];

/** @returns sorted names of the packages that files run on */
function packagesOf(files: readonly string[]): string[] {
  const imported = files.flatMap((from) => modulesOf(from, readFileSync(join(ROOT, from), 'utf8'), 'run'));
  return [...new Set(imported.filter((source) => !/^(\.|node:)/.test(source)).map(packageOf))].sort();
}

const MCP = 'src/clients/mcp';

test('dependencies are exactly the packages that service, page and builder run on', () => {
  const files = globSync('{src,tiles-builder}/**/*.ts', { cwd: ROOT });
  const packages = new Set(packagesOf(files.filter((file) => !file.startsWith(`${MCP}/`))));
  // Found by its file's name.
  packages.add('geojson-path-finder');
  expect(Object.keys(packageJson.dependencies).sort()).toEqual([...packages].sort());
});

test('the server for agents depends on what it runs on, in the versions of the tests', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, MCP, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(packagesOf(globSync(`${MCP}/*.ts`, { cwd: ROOT })));
  expect(packageJson.devDependencies).toMatchObject(dependencies);
});

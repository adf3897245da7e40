/** What changes the names of tile sets. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { tileSetsOf } from '../../src/format/manifest.ts';
import { TILE_SETS, type TileSet } from '../../src/format/tile-sets.ts';
import { manifestIn } from '../../tiles-builder/dataset/dataset-folder.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type GridTown, writeGridTown } from '../support/towns/grid-town.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const project = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const LIMIT_MS = 120_000;
let town: GridTown;
let config: string;
let before: Names;

type Names = Readonly<Record<TileSet | 'version', string | null>>;

interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const ENVIRONMENT = {
  ...process.env,
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
};

function copyOfCode(changes: readonly Change[]): string {
  const copy = join(folder, 'code');
  rmSync(copy, { recursive: true, force: true });
  for (const name of ['src', 'tiles-builder', 'package.json', 'package-lock.json']) {
    cpSync(join(project, name), join(copy, name), { recursive: true });
  }
  const library = changes
    .find(({ file }) => file.startsWith('node_modules/'))
    ?.file.split('/')
    .slice(1, 3);
  if (library) shareLibraries(copy, library.join('/'));
  else symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.split(from), `${from} in ${file}`).toHaveLength(2);
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  return copy;
}

function shareLibraries(copy: string, changed: string): void {
  const libraries = join(project, 'node_modules');
  const scope = dirname(changed);
  mkdirSync(join(copy, 'node_modules', scope), { recursive: true });
  const names = [
    ...readdirSync(libraries).filter((name) => name !== scope),
    ...readdirSync(join(libraries, scope)).map((name) => join(scope, name)),
  ];
  for (const name of names.filter((name) => name !== changed)) {
    symlinkSync(join(libraries, name), join(copy, 'node_modules', name));
  }
  cpSync(join(libraries, changed), join(copy, 'node_modules', changed), { recursive: true });
}

/** A small town ends before others have begun. */
async function built(code: string, configFile = config, threads = ['--threads', '1']): Promise<string> {
  const dataset = join(mkdtempSync(join(folder, 'dataset-')), 'town');
  const build = ['build', configFile, '--out', dataset, ...threads];
  const program = join(code, 'tiles-builder/commands/tiles.ts');
  await promisify(execFile)(process.execPath, [program, ...build], { env: ENVIRONMENT });
  return dataset;
}

const namesBy = async (...build: Parameters<typeof built>): Promise<Names> => namesIn(await built(...build));

function namesIn(dataset: string): Names {
  // This code refuses another road model.
  const text = readFileSync(join(dataset, 'manifest.json'), 'utf8');
  const entries = tileSetsOf(JSON.parse(text));
  const names = Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, entries[tileSet]?.name ?? null]));
  return { ...names, version: JSON.parse(text).version } as Names;
}

const changedBetween = (a: Names, b: Names): string[] =>
  [...TILE_SETS, 'version' as const].filter((name) => a[name] !== b[name]);

beforeAll(async () => {
  town = await writeGridTown(join(folder, 'sources'));
  const { locations: _, ...sources } = JSON.parse(readFileSync(town.config, 'utf8'));
  config = join(folder, 'sources/without-locations.json');
  writeFileSync(config, JSON.stringify(sources));
  before = await namesBy(project);
}, LIMIT_MS);

const ROAD_MODEL = 'src/format/road-model.ts';
const DRAWING = 'node_modules/@maplibre/geojson-vt/dist/geojson-vt.mjs';

describe('a change of', () => {
  test('comments, documentation and the number of threads changes no name', {
    timeout: LIMIT_MS,
  }, async () => {
    const code = copyOfCode([
      {
        file: 'src/geo/cells.ts',
        from: 'export const GRID_RESOLUTION',
        to: '// A comment.\nexport const GRID_RESOLUTION',
      },
      {
        file: 'tiles-builder/commands/tiles.ts',
        from: 'const COMMANDS',
        to: '// A comment.\nconst COMMANDS',
      },
      { file: 'src/web/docs/build.md', from: '# Build a dataset', to: '# How to build a dataset' },
      {
        file: 'tiles-builder/base/threads/job-threads.ts',
        from: 'asked ?? availableParallelism()',
        to: 'asked ?? 3',
      },
    ]);
    expect(await namesBy(code, config, [])).toEqual(before);
  });

  test('the walking speed changes names of both travel modes, and the dataset is refused by its road model', {
    timeout: LIMIT_MS,
  }, async () => {
    const change = { file: ROAD_MODEL, from: 'WALKING_SPEED_KM_H = 5', to: 'WALKING_SPEED_KM_H = 4' };
    const dataset = await built(copyOfCode([change]));
    expect(changedBetween(before, namesIn(dataset))).toEqual(['pedestrian', 'motorized', 'version']);
    expect(() => manifestIn(dataset)).toThrow(/road model/);
  });

  test('the grid of walks and of a library that draws changes the names of what they make', {
    timeout: LIMIT_MS,
  }, async () => {
    const code = copyOfCode([
      { file: ROAD_MODEL, from: '2 ** 20', to: '2 ** 19' },
      { file: DRAWING, from: 'return lng / 360 + .5', to: 'return lng / 360 + .500001' },
    ]);
    expect(changedBetween(before, await namesBy(code))).toEqual(['pedestrian', 'basemap', 'version']);
  });

  test('a text in a source of which nothing is made changes the name of the dataset alone, so that it cannot be guessed', {
    timeout: LIMIT_MS,
  }, async () => {
    const censusConfig = writeTwoStreets(join(folder, 'streets'), {
      census: { file: 'census.geojson', population: 'people' },
    });
    const file = join(folder, 'streets', 'census.geojson');
    const { version: plain, ...sets } = await namesBy(project, censusConfig);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"people":', '"salt":"0f9c61d2","people":'));
    expect(readFileSync(file, 'utf8')).not.toBe(text);
    const { version: salted, ...saltedSets } = await namesBy(project, censusConfig);
    expect(saltedSets).toEqual(sets);
    expect(salted).not.toBe(plain);
  });

  test('the people of one home changes the names of the living set and of the dataset', {
    timeout: LIMIT_MS,
  }, async () => {
    const census = join(town.folder, 'census.csv');
    const rows = readFileSync(census, 'utf8');
    writeFileSync(
      census,
      rows.replace(/,(\d+)\n/, (_, people) => `,${Number(people) + 1}\n`),
    );
    expect(changedBetween(before, await namesBy(project))).toEqual(['living', 'version']);
    writeFileSync(census, rows);
  });
});

/** What changes the names of tile sets. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { tileSetsOf } from '../../src/format/manifest.ts';
import { TILE_SETS, type TileSet } from '../../src/format/tile-sets.ts';
import { manifestIn } from '../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type GridTown, writeGridTown } from '../support/towns/grid-town.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const folder = temporaryFolder();
const LIMIT_MS = 120_000;
let town: GridTown;
let config: string;
let before: Names;

type Names = Readonly<Record<TileSet | 'version', string | null>>;

/** A small town ends before others have begun. */
async function namesBy(configFile = config): Promise<Names> {
  const dataset = join(mkdtempSync(join(folder, 'dataset-')), 'town');
  await buildDataset(readConfig(configFile), dataset, { threads: 1, progress: () => {} });
  const manifest = manifestIn(dataset);
  const entries = tileSetsOf(manifest);
  const names = Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, entries[tileSet]?.name ?? null]));
  return { ...names, version: manifest.version } as Names;
}

const changedBetween = (a: Names, b: Names): string[] =>
  [...TILE_SETS, 'version' as const].filter((name) => a[name] !== b[name]);

beforeAll(async () => {
  town = await writeGridTown(join(folder, 'sources'));
  const { locations: _, ...sources } = JSON.parse(readFileSync(town.config, 'utf8'));
  config = join(folder, 'sources/without-locations.json');
  writeFileSync(config, JSON.stringify(sources));
  before = await namesBy();
}, LIMIT_MS);

describe('a change of', () => {
  test('a text in a source of which nothing is made changes the name of the dataset alone, so that it cannot be guessed', {
    timeout: LIMIT_MS,
  }, async () => {
    const censusConfig = writeTwoStreets(join(folder, 'streets'), {
      census: { file: 'census.geojson', population: 'people' },
    });
    const file = join(folder, 'streets', 'census.geojson');
    const { version: plain, ...sets } = await namesBy(censusConfig);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"people":', '"salt":"0f9c61d2","people":'));
    expect(readFileSync(file, 'utf8')).not.toBe(text);
    const { version: salted, ...saltedSets } = await namesBy(censusConfig);
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
    expect(changedBetween(before, await namesBy())).toEqual(['living', 'version']);
    writeFileSync(census, rows);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ringOfBox } from '../../src/geo/positions.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { examineConfig, type Finding } from '../../tiles-builder/pipeline/examine-config.ts';
import { type Config, readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type PbfOptions, writeOsmPbf } from '../support/files/write-osm-pbf.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const folder = temporaryFolder();
let configFile: string;

beforeAll(async () => {
  configFile = (await writeGridTown(folder)).config;
});

async function examine(changes: Record<string, unknown> = {}): Promise<readonly Finding[]> {
  const config = { ...JSON.parse(readFileSync(configFile, 'utf8')), ...changes };
  const file = join(folder, 'changed.json');
  writeFileSync(file, JSON.stringify(config));
  return (await examineConfig(readConfig(file), () => {})).findings;
}

const faults = (findings: readonly Finding[]): Finding[] => findings.filter(({ level }) => level === 'fault');

test('finds no fault where a build succeeds', async () => {
  const findings = await examine();
  expect(faults(findings)).toEqual([]);
  for (const about of ['roads', 'census', 'locations']) {
    expect(findings, about).toContainEqual(expect.objectContaining({ about, level: 'fine' }));
  }
});

test('names every fault at once, each with its file', async () => {
  const findings = await examine({
    roads: { file: 'nowhere.osm.pbf' },
    census: { file: 'census.csv', square: 'identity', population: 'people' },
  });
  expect(faults(findings).map(({ about }) => about)).toEqual(expect.arrayContaining(['roads', 'census']));
  expect(faults(findings).find(({ about }) => about === 'census')!.message).toMatch(/census\.csv.*identity/);
});

test('reports unnamed columns of tables before it reads an extract', async () => {
  const own = JSON.parse(readFileSync(configFile, 'utf8'));
  const file = join(folder, 'tables.json');
  for (const table of ['flats.csv', 'houses.csv']) writeFileSync(join(folder, table), 'id,people\na,3\n');
  const census = { file: 'flats.csv', population: 'people' };
  writeFileSync(file, JSON.stringify({ ...own, census, buildings: { file: 'houses.csv' } }));
  const read: string[] = [];
  const { findings, sources } = await examineConfig(readConfig(file), (step) => void read.push(step));
  expect(faults(findings).map(({ about }) => about)).toEqual(['buildings', 'census']);
  for (const { message } of faults(findings))
    expect(message).toMatch(/no column with geometries.*"geometry"/);
  expect([read, sources]).toEqual([[], null]);
});

test('names faults of the settings next to the locations', async () => {
  const { locations } = JSON.parse(readFileSync(configFile, 'utf8')) as { locations: object };
  for (const missing of [
    { coverage: 'nowhere.geojson' },
    { groups: 'nowhere.groups.json' },
    { secret: 'nowhere.secret' },
  ]) {
    const found = faults(await examine({ locations: { ...locations, ...missing } }));
    expect(found).toEqual([
      expect.objectContaining({ about: 'locations', message: expect.stringContaining('nowhere') }),
    ]);
  }
});

test('says whether an extract holds 4 km around its coverage and whole roads, and what cuts it so', async () => {
  // From 9° E, 47° N; 4 km are 0.036° of latitude and 0.053° of longitude.
  const [west, south, east, north] = [9, 47, 9.1, 47.1];
  writeFileSync(
    join(folder, 'piece.geojson'),
    JSON.stringify({ type: 'Polygon', coordinates: [ringOfBox({ west, south, east, north })] }),
  );
  const about = async (
    bounds: NonNullable<PbfOptions['bounds']>,
    ...missing: number[]
  ): Promise<string[]> => {
    const nodes = [
      { id: 1, lon: west, lat: south },
      { id: 2, lon: east, lat: north },
    ];
    const way = { id: 1, nodes: [1, 2, ...missing], tags: { highway: 'residential' } };
    writeFileSync(join(folder, 'piece.osm.pbf'), writeOsmPbf([{ nodes, ways: [way] }], { bounds }));
    const roads = { file: 'piece.osm.pbf', coverage: 'piece.geojson' };
    return (await examine({ roads, buildings: undefined, census: undefined, locations: undefined }))
      .map(({ message }) => message)
      .filter((message) => /4 km around|lacks? nodes/.test(message));
  };
  const wide = [8.94, 46.96, 9.16, 47.14] as const;
  expect(await about(wide)).toEqual(['the extract holds 4 km around the coverage, and its roads whole']);
  const command =
    /: if another region goes on there, cut it so: osmium extract --strategy complete_ways --set-bounds --bbox (\S+) LARGER\.osm\.pbf --output \S+piece\.osm\.pbf$/;
  const [narrow] = await about([8.94, 46.97, 9.16, 47.14]);
  expect(narrow).toMatch(/^the header of the extract states no box/);
  const cut = narrow!.match(command)![1]!.split(',').map(Number);
  for (const [side, degrees] of [west - 0.0529, south - 0.036, east + 0.0529, north + 0.036].entries())
    expect(cut[side]).toBeCloseTo(degrees, 3);
  expect(await about(wide, 3)).toEqual([expect.stringMatching(/^1 road lacks nodes/)]);
});

test('finds people where nothing is mapped, counts them as the configuration wants it, and stops until they are accepted', async () => {
  const rows = readFileSync(join(folder, 'census.csv'), 'utf8');
  writeFileSync(join(folder, 'claims.csv'), `${rows.trim()}\nCRS3035RES100mN3211000E4322000,900\n`);
  const census = { file: 'claims.csv', square: 'GRD_ID', population: 'TOT_P', coverage: 'coverage.geojson' };
  const found = faults(await examine({ census }));
  expect(found).toEqual([
    expect.objectContaining({
      about: 'census',
      message: expect.stringMatching(/^900 people \(9\.9 %, 900 of .*"accept": \["people-without-homes"\]/),
    }),
  ]);
  expect(faults(await examine({ census, accept: ['people-without-homes'] }))).toEqual([]);

  const { coverage: _, ...unnamed } = census;
  const left = await examine({ census: unnamed });
  expect(faults(left)).toEqual([]);
  expect(left).toContainEqual(
    expect.objectContaining({
      level: 'advice',
      message: expect.stringMatching(/900 people in 1 census unit .* left out .*N3211000E4322000 \(900\)/),
    }),
  );
});

test('a build stops at the same findings, with the same figures', async () => {
  const census = { file: 'claims.csv', square: 'GRD_ID', population: 'TOT_P', coverage: 'coverage.geojson' };
  const { locations: _, ...config } = JSON.parse(readFileSync(configFile, 'utf8'));
  const read = (changes: object): Config => {
    const file = join(folder, 'built.json');
    writeFileSync(file, JSON.stringify({ ...config, census, ...changes }));
    return readConfig(file);
  };
  const out = join(folder, 'claims');
  await expect(buildDataset(read({}), out, { progress: () => {} })).rejects.toThrow(/900 people.*"accept"/);
  const accepting = read({ accept: ['people-without-homes'] });
  const built = await buildDataset(accepting, out, { progress: () => {} });
  expect(built.examination).toEqual((await examineConfig(accepting, () => {})).sources);
  expect(built.warnings).toContainEqual(expect.stringMatching(/^900 people/));
  expect(built.warnings.join()).not.toContain('no interval');
  const [header, first] = readFileSync(join(folder, 'claims.csv'), 'utf8').split('\n');
  writeFileSync(join(folder, 'one.csv'), `${header}\n${first}\n`);
  const ofOne = read({ accept: ['people-without-homes'], census: { ...census, file: 'one.csv' } });
  const { warnings } = await buildDataset(ofOne, out, { progress: () => {} });
  expect(warnings).toContainEqual(expect.stringMatching(/answers have no interval$/));
});

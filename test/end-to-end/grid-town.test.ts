import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANIFEST_NAME } from '../../src/format/object-keys.ts';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { isVerified, manifestIn } from '../../tiles-builder/dataset/dataset-folder.ts';
import { groupsFileOf, readGroupsFile, writeGroupsFile } from '../../tiles-builder/daytime/groups-file.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { squareAround } from '../../tiles-builder/simulate/local-plane.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { checkService } from '../../tiles-builder/verify/check-service.ts';
import { verifyDataset } from '../../tiles-builder/verify/verify-dataset.ts';
import { bytesOfFiles, datasetFiles } from '../support/datasets/dataset-files.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { hasChdb } from '../support/processes/chdb.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';
import {
  type Crossing,
  crossingPosition,
  type GridTown,
  placesWithin,
  timeForBlocks_s,
  writeGridTown,
} from '../support/towns/grid-town.ts';

const folder = temporaryFolder();
const datasetFolder = join(folder, 'dataset');
const quiet = (): void => {};
let town: GridTown;
let service: HttpService;

beforeAll(async () => {
  town = await writeGridTown(join(folder, 'sources'), hasChdb ? 'stops' : 'persons');
  await buildDataset(readConfig(town.config), datasetFolder, { progress: quiet });
  service = await startHttpService('grid-town');
  await publishDataset(datasetFolder, service.bucket, quiet);
});
afterAll(async () => {
  await service?.close();
});

test('a folder without a receipt was verified before it went live, and the service answers from it', async () => {
  expect(isVerified(datasetFolder)).toBe(true);
  const { version } = manifestIn(datasetFolder);
  expect((await checkService(new URL(service.url), version, 5_000)).fault).toBeNull();
});

test('everybody is counted, living and working', async () => {
  const zone = JSON.stringify({ type: 'Polygon', coordinates: town.coverage });
  for (const endpoint of ['livingcount', 'workingcount']) {
    const answer = await service.ask(`/api/v1/${endpoint}`, { zone });
    expect(await answer.json()).toMatchObject({ success: true, error: '', [endpoint]: town.people });
  }
});

test.each(TRAVELS)('an isochrone by %s counts the people that integer arithmetic gives', async (travel) => {
  for (const origin of [
    [4, 4],
    [0, 0],
    [7, 2],
  ] satisfies Crossing[]) {
    const [lon, lat] = crossingPosition(origin);
    for (const blocks of [1, 2, 3, 5, 8, 12]) {
      const question = { lon, lat, travel, time: timeForBlocks_s(travel, blocks), details: 'true' };
      const livingcount = placesWithin(origin, blocks).reduce((sum, { people }) => sum + people, 0);
      const answer = await (await service.ask('/api/v1/livingcount', question)).json();
      const expected = { livingcount, isochrone: { type: 'Feature' }, details: { cut: false } };
      expect(answer, `${origin} ${blocks}`).toMatchObject(expected);
    }
  }
});

test('a place of work counts those who work there', async () => {
  for (const { name, position } of town.places.filter((place) => place.people === 0)) {
    const zone = JSON.stringify({ type: 'Polygon', coordinates: [squareAround(position, 190)] });
    const answer = await (await service.ask('/api/v1/workingcount', { zone })).json();
    expect(answer, name).toMatchObject({ workingcount: town.workersByPlace.get(name) });
  }
});

test('details say where the number comes from, and that people are simulated', async () => {
  const [lon, lat] = crossingPosition([4, 4]);
  const question = { lon, lat, travel: 'pedestrian', time: 300, details: 'true' };
  const answer = (await (await service.ask('/api/v1/livingcount', question)).json()) as {
    livingcount: number;
    details: { interval: { low: number; high: number } };
  };
  expect(answer).toMatchObject({
    details: { datasets: [{ region: 'grid-town', simulated: true }], coverage: 1, cut: false },
  });
  const { low, high } = answer.details.interval;
  expect(low).toBeLessThan(answer.livingcount);
  expect(high).toBeGreaterThan(answer.livingcount);
});

test('verification finds nothing wrong, and finds any tile that is damaged, missing or foreign', async () => {
  expect((await verifyDataset(datasetFolder, quiet, Date.now())).faults).toEqual([]);
  for (const name of datasetFiles(datasetFolder).filter((name) => name !== MANIFEST_NAME)) {
    const file = join(datasetFolder, name);
    const bytes = readFileSync(file);
    const damaged = Uint8Array.from(bytes);
    damaged[bytes.length >> 1] ^= 4;
    writeFileSync(file, damaged);
    expect(
      (await verifyDataset(datasetFolder, quiet, Date.now())).faults.length,
      `${name} damaged`,
    ).toBeGreaterThan(0);
    rmSync(file);
    expect(
      (await verifyDataset(datasetFolder, quiet, Date.now())).faults.length,
      `${name} missing`,
    ).toBeGreaterThan(0);
    writeFileSync(file, bytes);
  }
  writeFileSync(join(datasetFolder, 'living/stray'), 'x');
  const { faults, checks } = await verifyDataset(datasetFolder, quiet, Date.now());
  expect(faults).toEqual([]);
  expect(checks.join('\n')).toContain('not published: living/stray');
  rmSync(join(datasetFolder, 'living/stray'));
});

test('no figure rests on fewer persons than the threshold, by the groups next to the dataset', async () => {
  const { manifest, checks } = await verifyDataset(datasetFolder, quiet, Date.now());
  expect(checks.join('\n')).toMatch(/working: every figure rests on \d+ persons or more, in \d+ groups/);
  expect(manifest.panel).toMatchObject({ persons_dropped: { no_home: 0 }, min_persons: 10 });
  const file = groupsFileOf(datasetFolder, manifest.version);
  const groups = readGroupsFile(file);
  expect(datasetFiles(datasetFolder).some((name) => join(datasetFolder, name) === file)).toBe(false);

  const [first, ...others] = groups.groups;
  writeGroupsFile(file, { ...groups, groups: [{ ...first!, persons: 9 }, ...others] });
  expect((await verifyDataset(datasetFolder, quiet, Date.now())).faults).toEqual([
    expect.stringMatching(/rests on 9 persons, fewer than 10/),
  ]);
  writeGroupsFile(file, { ...groups, version: 'another-0000000000000000' });
  expect((await verifyDataset(datasetFolder, quiet, Date.now())).faults).toEqual([
    expect.stringMatching(/is of version another/),
  ]);
  writeGroupsFile(file, groups);
  expect((await verifyDataset(datasetFolder, quiet, Date.now())).faults).toEqual([]);
});

test('the same sources give the same bytes', async () => {
  const again = join(folder, 'again');
  await buildDataset(readConfig(town.config), again, { progress: quiet });
  expect(bytesOfFiles(again)).toEqual(bytesOfFiles(datasetFolder));
});

test('a failed build leaves the earlier dataset unchanged, and its complete steps', async () => {
  const before = readdirSync(folder).sort();
  const census = join(town.folder, 'census.csv');
  const rows = readFileSync(census, 'utf8');
  writeFileSync(census, `${rows}CRS3035RES100mN3000000E4300000,many\n`);
  const failed = buildDataset(readConfig(town.config), datasetFolder, { progress: quiet });
  await expect(failed).rejects.toThrow(BadInput);
  await expect(failed).rejects.toThrow(/census\.csv, line 14: /);
  writeFileSync(census, rows);
  expect(readdirSync(folder).sort()).toEqual([...before, 'dataset.steps'].sort());
  const steps = readdirSync(`${datasetFolder}.steps`);
  expect(steps.filter((name) => !/^(at-work|[a-z-]+-[0-9a-f]{16})$/.test(name))).toEqual([]);
  expect((await verifyDataset(datasetFolder, quiet, Date.now())).faults).toEqual([]);
});

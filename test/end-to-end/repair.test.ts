/** Runbook of a damaged object (operate.md). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packsInRuns } from '../../src/format/map-pack.ts';
import { CURRENT_KEY, mapPackName } from '../../src/format/object-keys.ts';
import { describeBucketVerification } from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import { manifestIn } from '../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { type Credentials, createKey } from '../../tiles-builder/publish/keys/manage-keys.ts';
import { openLocalBucket } from '../../tiles-builder/publish/local-bucket.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { type LocalService, startLocalService } from '../../tiles-builder/simulate/demo/local-service.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { freePort } from '../support/servers/free-port.ts';
import { basicOf } from '../support/servers/http-service.ts';
import { type GridTown, writeGridTown } from '../support/towns/grid-town.ts';

const quiet = (): void => {};
const folder = temporaryFolder();
const dataset = join(folder, 'dataset');
const project = join(folder, 'project');
const state = join(project, '.wrangler/state/v3');
let town: GridTown;
let bucket: Bucket;
let caller: Credentials;
let service: LocalService;

beforeAll(async () => {
  town = await writeGridTown(join(folder, 'sources'));
  await buildDataset(readConfig(town.config), dataset, { progress: quiet });
  mkdirSync(project);
  const config = readFileSync(join(projectFolder, 'wrangler.toml'), 'utf8')
    .replace('"src/index.ts"', JSON.stringify(join(projectFolder, 'src/index.ts')))
    .replace('"dist"', JSON.stringify(join(projectFolder, 'dist')))
    .replace(/^\[build\]\n.*\n/m, '');
  writeFileSync(join(project, 'wrangler.toml'), config);
  const keys = await openLocalBucket(state, 'KEYS');
  caller = await createKey(keys, 'repair');
  await keys.close();
  bucket = await openLocalBucket(state);
  await publishDataset(dataset, bucket, quiet);
});
afterAll(async () => {
  await service?.stop();
  await bucket?.close();
});

async function start(): Promise<void> {
  service = startLocalService(project, await freePort(), false);
  await service.ready;
}

/** Listed size and ETag stay. */
async function flip(key: string): Promise<void> {
  const stored = await bucket.get(key);
  if (!stored) throw new Error(`no ${key}`);
  const blobs = join(state, 'r2/population-tiles/blobs');
  const files = readdirSync(blobs).map((name) => join(blobs, name));
  const file = files.find((each) => readFileSync(each).equals(stored.bytes));
  if (file === undefined) throw new Error(`no file of ${key}`);
  const bytes = readFileSync(file);
  // In a pack's directory.
  bytes[44] ^= 4;
  writeFileSync(file, bytes);
}

const ask = (path: string): Promise<Response> =>
  fetch(new URL(path, service.url), { headers: { Authorization: basicOf(caller) } });
const statusOf = async (path: string): Promise<number> => {
  const response = await ask(path);
  await response.arrayBuffer();
  return response.status;
};

test('from the flipped bit to the right answer', async () => {
  const keys = (await bucket.list('')).map(({ key }) => key).filter((key) => key !== CURRENT_KEY);
  const { version, basemap } = manifestIn(dataset);
  const drawn = [...packsInRuns(basemap?.packs ?? [])].at(-1);
  if (!drawn) throw new Error('the town has no basemap');
  const zone = JSON.stringify({ type: 'Polygon', coordinates: town.coverage });
  const count = `/api/v1/livingcount?${new URLSearchParams({ zone })}`;
  const tile = `/map/${version}/${drawn.zoom}/${drawn.x}/${drawn.y}.mvt`;
  const expectRight = async (): Promise<void> => {
    expect(await (await ask(count)).json()).toMatchObject({ livingcount: town.people });
    expect([await statusOf(tile), await statusOf('/map/regions.json')]).toEqual([200, 200]);
  };
  const repair = async (damaged: readonly string[]): Promise<void> => {
    const verification = await verifyBucket(bucket, null, quiet);
    const said = describeBucketVerification(verification, '--local').join('\n');
    expect(said).toContain(`FAULT: ${version} (live) is not whole`);
    for (const key of damaged) expect(said).toContain(key);
    expect(verification.versions.flatMap(({ faults }) => faults)).toHaveLength(damaged.length);
    expect(await publishDataset(dataset, bucket, quiet)).toMatchObject({
      wasLive: true,
      uploaded: damaged.length,
    });
  };

  const objects = keys.filter((key) => /\/living\/.*\/pack-/.test(key) || key.endsWith(mapPackName(drawn)));
  expect(objects.length).toBeGreaterThanOrEqual(2);
  for (const key of objects) await flip(key);
  await start();
  expect(await statusOf('/healthz')).toBe(503);
  for (let call = 0; call < 2; call++) {
    expect([await statusOf(count), await statusOf(tile)]).toEqual([503, 503]);
  }
  await repair(objects);
  await expectRight();

  await service.stop();
  await start();
  await expectRight();
  expect(await statusOf('/healthz')).toBe(200);

  await service.stop();
  const manifest = keys.filter((key) => key.endsWith('manifest.json'));
  for (const key of manifest) await flip(key);
  await start();
  expect([await statusOf('/map/regions.json'), await statusOf(tile)]).toEqual([503, 503]);
  await repair(manifest);
  await expectRight();
});

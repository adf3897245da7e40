import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, KEPT_LISTS_PREFIX, tileSetPrefix } from '../../src/format/object-keys.ts';
import { describePublish } from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import { BadInput } from '../../tiles-builder/failures/bad-input.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { rollbackRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { type S3Server, startS3Server } from '../support/buckets/s3-server.ts';
import { datasetFiles } from '../support/datasets/dataset-files.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { reported } from '../support/processes/reported.ts';
import { currentOf, faultsOf } from './stored-state.ts';

const quiet = (): void => {};
const LIVE_PATH = `/tiles/${CURRENT_KEY}`;
const LISTS_PATH = `/tiles/${KEPT_LISTS_PREFIX}`;
const CONTENT = { pedestrian: 'a', motorized: 'a', basemap: 'a' };
let server: S3Server;
let folders: string;
let folder: string;
let manifest: Manifest;
beforeEach(async () => {
  server = await startS3Server();
  folders = temporaryFolderOfTest();
  ({ folder, manifest } = dataset('town', {}));
});
afterEach(() => {
  server.close();
});

let made = 0;
function dataset(region: string, content: Partial<typeof CONTENT>): { folder: string; manifest: Manifest } {
  const folder = join(folders, `dataset-${made++}`);
  return { folder, manifest: writeTinyDataset(folder, { region, content: { ...CONTENT, ...content } }) };
}

const publish = (from = folder): ReturnType<typeof publishDataset> =>
  publishDataset(from, server.bucket, quiet);
const live = async (): Promise<string[]> =>
  (await currentOf(server.bucket)).regions.map(({ version }) => version);
const damage = (file: string): void => {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] ^= 4;
  writeFileSync(file, bytes);
};

describe('a dataset', () => {
  test('is uploaded whole, the manifest after the tiles and `current` last', async () => {
    const summary = await publish();
    const files = datasetFiles(folder);
    expect(summary).toMatchObject({
      uploaded: files.length,
      alreadyThere: 0,
      liveRegions: ['town'],
      wasLive: false,
    });
    expect(server.objects.size).toBe(files.length + 1);
    const written = server.written.filter((path) => !path.startsWith(LISTS_PATH));
    expect(written[0]).toBe(LIVE_PATH);
    expect(written.slice(-2)).toEqual([expect.stringMatching(/\/manifest\.json$/), LIVE_PATH]);
    expect(await faultsOf(server.bucket)).toEqual([]);
    expect(await live()).toEqual([manifest.version]);
  });

  test('is uploaded several objects at a time', async () => {
    await publish();
    expect(server.mostAtOnce).toBeGreaterThan(1);
  });

  test('that is live already is left as it is', async () => {
    await publish();
    server.written.length = 0;
    expect(await publish()).toMatchObject({ wasLive: true, uploaded: 0, replaced: null });
    expect(server.written).toEqual([]);
  });

  test('shares the tile sets that did not change with the version before, and with other regions', async () => {
    await publish();
    const next = dataset('town', { motorized: 'b' });
    const summary = await publish(next.folder);
    expect(summary).toMatchObject({
      uploaded: 2 + 1 + 1,
      alreadyThere: 2 * (2 + 1),
      replaced: manifest.version,
    });
    const village = dataset('village', {});
    const published = await publish(village.folder);
    expect(published).toMatchObject({ uploaded: 1, liveRegions: ['town', 'village'] });
    const [square_km2] = published.overlaps.map(({ shared_km2 }) => shared_km2.roads);
    expect(published.overlaps).toMatchObject([{ region: 'town', answers: 'town' }]);
    expect(square_km2).toBeCloseTo(11.1 * 11.1 * Math.cos((52.05 * Math.PI) / 180), -1);
    const told = describePublish(published, '--local').join('\n');
    expect(told).toContain('overlaps town: roads 7');
    expect(told).toMatch(/npm start, then open http:\/\/localhost:8787; .* within a minute/);
    expect(describePublish(published, '--bucket tiles').join('\n')).not.toContain('localhost');
    const { regions, kept } = await currentOf(server.bucket);
    expect([regions[0].sets.pedestrian, regions[1].sets.pedestrian]).toEqual([
      kept[0].sets.pedestrian,
      kept[0].sets.pedestrian,
    ]);
    expect(await faultsOf(server.bucket)).toEqual([]);
  });

  test('with another list under the name of a stored tile set is refused', async () => {
    await publish();
    const village = dataset('village', { pedestrian: 'b' });
    const file = join(village.folder, 'manifest.json');
    const forged = readFileSync(file, 'utf8').replace(
      village.manifest.roads.pedestrian.name,
      manifest.roads.pedestrian.name,
    );
    const version = /is (\S+), but its content is (\S+)/;
    writeFileSync(file, forged);
    const failed = await publish(village.folder).catch((cause: Error) => cause.message);
    const [, written, named] = version.exec(String(failed)) ?? [];
    writeFileSync(file, forged.replace(written, named));
    const count = server.objects.size;
    await expect(publish(village.folder)).rejects.toThrow(/has a tile set of this name with other objects/);
    expect(server.objects.size).toBe(count);
  });
});

describe('a folder', () => {
  test('with other files in it: they are not sent', async () => {
    writeFileSync(join(folder, '.env'), 'SECRET=1');
    writeFileSync(join(folder, 'pedestrian', 'notes.txt'), 'mine');
    await publish();
    expect([...server.objects.keys()].filter((path) => /\.env|notes/.test(path))).toEqual([]);
  });

  test('without a file that is listed stops before anything is live, and names it', async () => {
    const missing = datasetFiles(folder).find((file) => file.startsWith('motorized/separators'))!;
    unlinkSync(join(folder, missing));
    await expect(publish()).rejects.toThrow(new RegExp(`${missing}: is listed, but is not there`));
    expect(await live()).toEqual([]);
  });

  test.for(['pedestrian/separators', 'basemap/tiles-8-0', 'pedestrian/objects.txt', 'manifest.json'])(
    'with a flipped bit in %s stops before anything is live, and names it',
    async (name) => {
      const flipped = datasetFiles(folder).find((file) => file.startsWith(name))!;
      damage(join(folder, flipped));
      const failed = await publish().catch((cause) => cause);
      expect(failed).toBeInstanceOf(BadInput);
      expect(failed.message).toContain(flipped);
      expect(server.objects.has(LIVE_PATH) ? await live() : []).toEqual([]);
    },
  );

  test('that was not verified is verified first, and refused where that fails', async () => {
    // Only the receipt lets these tiles pass.
    unlinkSync(join(folder, 'verified.json'));
    await expect(publish()).rejects.toThrow(/more: npm run tiles -- verify/);
    expect(server.objects.size).toBe(0);
  });

  test('without a dataset is refused', async () => {
    await expect(publish(tmpdir())).rejects.toThrow(/is no folder of a dataset/);
    expect(server.objects.size).toBe(0);
  });
});

describe('an upload', () => {
  test('that was interrupted is resumed, under the same keys', async () => {
    let puts = 0;
    server.cut = ({ method }) => (method === 'PUT' && ++puts > 6 ? 'at-once' : null);
    await expect(publish()).rejects.toThrow(/does not answer/);
    const before = [...server.objects.keys()].filter(
      (path) => path !== LIVE_PATH && !path.startsWith(LISTS_PATH),
    );
    expect((await currentOf(server.bucket)).kept).toMatchObject([{ state: 'uploading' }]);
    server.cut = () => null;
    const again = await publish();
    expect(again.alreadyThere).toBe(before.length);
    expect(before.length).toBeGreaterThan(0);
    expect(again.uploaded + again.alreadyThere).toBe(datasetFiles(folder).length);
    expect((await currentOf(server.bucket)).kept).toEqual([]);
    expect(server.objects.size).toBe(datasetFiles(folder).length + 1);
  });

  test('whose bytes are damaged in transit stops, whether the server checks or not', async () => {
    for (const checksums of [true, false]) {
      server.checksChecksums = checksums;
      server.damage = (body, path) =>
        body.length < 300 && !path.startsWith(LISTS_PATH) && path !== LIVE_PATH
          ? Buffer.concat([body.subarray(1), body.subarray(0, 1)])
          : body;
      await expect(publish()).rejects.toThrow(checksums ? /400 BadDigest/ : /did not arrive as it was sent/);
      expect(await live()).toEqual([]);
    }
  });

  const seeds = [1, 2, Math.floor(Math.random() * 2 ** 31)];
  test.for(seeds)('loses nothing where connections are cut at random (seed %i)', async (seed) => {
    const random = new Random(seed);
    server.cut = () =>
      (['at-once', 'unanswered', 'within-body', null, null, null] as const)[random.integer(0, 5)];
    let done = false;
    for (let starts = 0; !done && starts < 20; starts++) {
      done = await publish().then(
        () => true,
        () => false,
      );
    }
    server.cut = () => null;
    expect(done).toBe(true);
    expect(await live()).toEqual([manifest.version]);
    expect(await faultsOf(server.bucket)).toEqual([]);
    const paths = [...server.objects.keys()].filter((path) => !path.startsWith(LISTS_PATH));
    expect(paths).toHaveLength(datasetFiles(folder).length + 1);
  });
});

describe('several publishers', () => {
  test('of several regions at once lose none', async () => {
    const regions = ['a', 'b', 'c', 'd', 'e'];
    const all = regions.map((region) => dataset(region, { basemap: region }));
    await Promise.all(all.map((each) => publish(each.folder)));
    expect((await currentOf(server.bucket)).regions.map(({ region }) => region)).toEqual(regions);
    expect(await faultsOf(server.bucket)).toEqual([]);
  });

  test('of one region: the later one learns that another version went live', async () => {
    await publish();
    const [one, two] = [dataset('town', { motorized: 'b' }), dataset('town', { motorized: 'c' })];
    const ended = await Promise.allSettled([publish(one.folder), publish(two.folder)]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rejected = ended.find((each) => each.status === 'rejected');
    expect(String(rejected?.reason)).toMatch(/is live by now, no longer town-/);
  });
});

test('a damaged or lost `current` never counts as empty', async () => {
  await publish();
  const intact = server.objects.get(LIVE_PATH)!;
  const next = dataset('village', {});
  const commands = [
    () => publish(next.folder),
    () => rollbackRegion('town', manifest.version, server.bucket, Date.now()),
  ];
  for (const broken of [
    Buffer.from('{}'),
    Buffer.from(intact).fill(intact[40] ^ 1, 40, 41),
    intact.subarray(0, 99),
    null,
  ]) {
    if (broken) server.objects.set(LIVE_PATH, broken);
    else server.objects.delete(LIVE_PATH);
    for (const command of commands) {
      expect(await reported(command())).toMatch(
        broken ? /cannot be read.*recover-current/s : /is gone.*recover-current/s,
      );
    }
    expect(server.objects.get(LIVE_PATH)).toBe(broken ?? undefined);
  }
});

describe('rollback', () => {
  test('rolls back to the version before, and forward again, without changing other regions', async () => {
    const other = dataset('other', { basemap: 'o' });
    const next = dataset('town', { motorized: 'b' });
    for (const each of [other, { folder }, next]) await publish(each.folder);
    server.written.length = 0;
    const back = await rollbackRegion('town', manifest.version, server.bucket, Date.now());
    expect(back).toMatchObject({ replaced: next.manifest.version, liveRegions: ['other', 'town'] });
    expect(server.written.filter((path) => !path.startsWith(LISTS_PATH))).toEqual([LIVE_PATH]);
    expect(await live()).toEqual([other.manifest.version, manifest.version]);
    const again = await rollbackRegion('town', manifest.version, server.bucket, Date.now());
    expect(again.wasLive).toBe(true);
    const forward = await rollbackRegion('town', next.manifest.version, server.bucket, Date.now());
    expect(forward.replaced).toBe(manifest.version);
    expect(await faultsOf(server.bucket)).toEqual([]);
  });

  test('is refused where one object of the version is missing or damaged, or where it is none of the region', async () => {
    await publish();
    const next = dataset('town', { pedestrian: 'b', motorized: 'b', basemap: 'b' });
    await publish(next.folder);
    const { kept } = await currentOf(server.bucket);
    const pointer = server.objects.get(LIVE_PATH);
    const back = (region = 'town', version = manifest.version): Promise<unknown> =>
      rollbackRegion(region, version, server.bucket, Date.now());
    const prefix = `/tiles/${tileSetPrefix('motorized', kept[0].sets.motorized!)}`;
    const parts = [...server.objects.keys()].filter(
      (path) => path.startsWith(prefix) || path.includes(`/${manifest.version}/`),
    );
    expect(parts.length).toBe(4);
    for (const path of parts) {
      const bytes = server.objects.get(path)!;
      server.objects.delete(path);
      await expect(back(), path).rejects.toThrow(/is not whole any more: .*missing/);
      server.objects.set(path, Buffer.from('other bytes'));
      await expect(back(), path).rejects.toThrow(/is not whole any more/);
      server.objects.set(path, bytes);
    }
    await expect(back('town', 'town-00000000000000ff')).rejects.toThrow(/never published, or pruned/);
    await expect(back('village')).rejects.toThrow(/region town, not of village/);
    expect(server.objects.get(LIVE_PATH)).toBe(pointer);
    await back();
  });
});

test('a dry run writes nothing, and says what would be', async () => {
  expect(await publishDataset(folder, server.bucket, quiet, { dryRun: true })).toMatchObject({
    uploaded: datasetFiles(folder).length,
    replaced: null,
  });
  expect(server.objects.size).toBe(0);
  await publish();
  server.written.length = 0;
  const next = dataset('town', { basemap: 'b' });
  expect(await publishDataset(next.folder, server.bucket, quiet, { dryRun: true })).toMatchObject({
    uploaded: 4,
    alreadyThere: 6,
    replaced: manifest.version,
    change: { before: manifest.version, after: next.manifest.version },
  });
  expect(server.written).toEqual([]);
});

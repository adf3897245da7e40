/** Publishing to a bucket behind the S3 interface, over connections that break. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CurrentRegion, currentRegionOf, readCurrent, writeCurrent } from '../../src/format/current.ts';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { listObjects, MANIFEST_FILE, writeObjects } from '../../tiles-builder/dataset-folder.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { rollbackRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { Random } from '../../tiles-builder/random.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type StreetTown, streetTown } from '../support/street-dataset.ts';

const quiet = (): void => {};
const folder = mkdtempSync(join(tmpdir(), 'publish-'));
const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
let server: S3Server;

function writeTown(into: string, { manifest, objects }: StreetTown): void {
  const tiles = new Map([...objects].filter(([key]) => key !== manifestKey(manifest.version)));
  writeObjects(into, manifest.version, tiles);
  writeFileSync(join(into, MANIFEST_FILE), JSON.stringify(manifest));
}

beforeAll(() => writeTown(folder, town));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.close());

const live = (): readonly CurrentRegion[] => readCurrent(server.objects.get(`/tiles/${CURRENT_KEY}`)!);

test('uploads every object, the manifest after the tiles and the pointer last', async () => {
  const summary = await publishDataset(folder, server.bucket, quiet);
  const keys = listObjects(folder, town.manifest.version).map(({ key }) => `/tiles/${key}`);
  expect([...server.objects.keys()].sort()).toEqual([...keys, `/tiles/${CURRENT_KEY}`].sort());
  expect(server.written.slice(-2)).toEqual([keys.at(-1), `/tiles/${CURRENT_KEY}`]);
  expect(summary).toMatchObject({ uploaded: keys.length - 1, alreadyThere: 0, liveRegions: ['town'] });
});

test('takes up an interrupted upload where it ended', async () => {
  await publishDataset(folder, server.bucket, quiet);
  const [first] = server.objects.keys();
  server.objects.delete(first!);
  const again = await publishDataset(folder, server.bucket, quiet);
  expect(again.uploaded).toBe(1);
  expect(again.alreadyThere).toBe(listObjects(folder, town.manifest.version).length - 2);
});

test('uploads several objects at a time', async () => {
  await publishDataset(folder, server.bucket, quiet);
  expect(server.mostAtOnce).toBeGreaterThan(1);
});

test('replaces an object that is there with other bytes of the same length', async () => {
  await publishDataset(folder, server.bucket, quiet);
  const [first, bytes] = [...server.objects][0]!;
  const damaged = Buffer.from(bytes);
  damaged[damaged.length >> 1]! ^= 4;
  server.objects.set(first, damaged);
  expect((await publishDataset(folder, server.bucket, quiet)).uploaded).toBe(1);
  expect(server.objects.get(first)!.equals(bytes)).toBe(true);
});

test('stops where bytes do not arrive as they were sent', async () => {
  server.damage = (body) =>
    body.length === 0 ? body : Buffer.concat([body.subarray(1), body.subarray(0, 1)]);
  await expect(publishDataset(folder, server.bucket, quiet)).rejects.toThrow(/400 BadDigest/);
  expect(server.objects.size).toBe(0);
});

const seeds = [1, 2, Math.floor(Math.random() * 2 ** 31)];
test.for(seeds)('loses nothing where connections are cut at random (seed %i)', async (seed) => {
  const random = new Random(seed);
  server.cut = () => (['at-once', 'unanswered', null, null] as const)[Math.floor(random.unit() * 4)]!;
  const path = `/tiles/${CURRENT_KEY}`;
  const objects = listObjects(folder, town.manifest.version);
  let starts = 0;
  for (let done = false; !done && starts < 20; starts++) {
    done = await publishDataset(folder, server.bucket, quiet).then(
      () => true,
      () => false,
    );
    // Cut after it was written, the pointer may be there already: then everything that it leads to is too.
    if (server.objects.has(path)) {
      for (const { key, file } of objects) {
        expect(server.objects.get(`/tiles/${key}`)!.equals(readFileSync(file)), key).toBe(true);
      }
    }
  }
  const first = server.written.indexOf(path);
  expect(new Set(server.written.slice(0, first)).size).toBe(objects.length);
  expect(live().map(({ version }) => version)).toEqual([town.manifest.version]);
});

test('leaves the pointer as it was when the store stays away', async () => {
  server.cut = () => 'at-once';
  await expect(publishDataset(folder, server.bucket, quiet)).rejects.toThrow();
  expect(server.objects.has(`/tiles/${CURRENT_KEY}`)).toBe(false);
});

test('keeps the other regions live', async () => {
  const published = currentRegionOf(town.objects.get(manifestKey(town.manifest.version))!);
  const other = { ...published, region: 'other', version: 'other-0000000000000002' };
  server.objects.set(`/tiles/${CURRENT_KEY}`, Buffer.from(writeCurrent([other])));
  await publishDataset(folder, server.bucket, quiet);
  expect(live().map(({ region }) => region)).toEqual(['other', 'town']);
});

test('replaces a pointer that the service could not read either', async () => {
  server.objects.set(`/tiles/${CURRENT_KEY}`, Buffer.from('{"format":0,"regions":[]}'));
  await publishDataset(folder, server.bucket, quiet);
  expect(live().map(({ region }) => region)).toEqual(['town']);
});

test('refuses a folder without a dataset', async () => {
  await expect(publishDataset(tmpdir(), server.bucket, quiet)).rejects.toThrow(
    /is no folder of a dataset: manifest\.json is not there/,
  );
  expect(server.objects.size).toBe(0);
});

test('rolls a region back to the version before, and forward again, beside the others', async () => {
  const next = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000002', factor: 2 });
  const nextFolder = mkdtempSync(join(tmpdir(), 'publish-'));
  writeTown(nextFolder, next);
  const published = currentRegionOf(town.objects.get(manifestKey(town.manifest.version))!);
  const other = { ...published, region: 'other', version: 'other-0000000000000002' };
  server.objects.set(`/tiles/${CURRENT_KEY}`, Buffer.from(writeCurrent([other])));
  await publishDataset(folder, server.bucket, quiet);
  const summary = await publishDataset(nextFolder, server.bucket, quiet);
  rmSync(nextFolder, { recursive: true });
  const versions = (): string[] => live().map(({ version }) => version);
  const [before, after] = [town.manifest.version, next.manifest.version];
  expect([summary.replaced, versions()]).toEqual([before, [other.version, after]]);
  server.written.length = 0;
  expect(await rollbackRegion('town', before, server.bucket)).toMatchObject({
    version: before,
    replaced: after,
  });
  expect([versions(), server.written]).toEqual([[other.version, before], [`/tiles/${CURRENT_KEY}`]]);
  expect(live().find(({ region }) => region === 'town')).toEqual(published);
  expect(await rollbackRegion('town', after, server.bucket)).toMatchObject({ replaced: before });
});

test('refuses to roll back to what is not there, and leaves the pointer alone', async () => {
  await publishDataset(folder, server.bucket, quiet);
  const { version } = town.manifest;
  const pointer = server.objects.get(`/tiles/${CURRENT_KEY}`)!;
  const refused = (region: string, to: string): Promise<unknown> => rollbackRegion(region, to, server.bucket);
  await expect(refused('town', 'town-00000000000000ff')).rejects.toThrow(/not in the bucket/);
  await expect(refused('village', version)).rejects.toThrow(/region town, not of village/);
  const overview = [...server.objects.keys()].find((path) => path.includes('living/overview'))!;
  server.objects.delete(overview);
  await expect(refused('town', version)).rejects.toThrow(/not in the bucket/);
  expect(server.objects.get(`/tiles/${CURRENT_KEY}`)).toBe(pointer);
});

import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { describePublish } from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { rollbackRegion, withdrawRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { type S3Server, startS3Server } from '../support/buckets/s3-server.ts';
import { datasetFiles } from '../support/datasets/dataset-files.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { reported } from '../support/processes/reported.ts';
import { faultsIn, liveIn, quiet } from './versioned-bucket.ts';

const LIVE_PATH = `/tiles/${CURRENT_KEY}`;
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
afterEach(() => server.close());

let made = 0;
function dataset(region: string, content: Partial<typeof CONTENT>): { folder: string; manifest: Manifest } {
  const folder = join(folders, `dataset-${made++}`);
  return { folder, manifest: writeTinyDataset(folder, { region, content: { ...CONTENT, ...content } }) };
}

const publish = (from = folder, options = {}): ReturnType<typeof publishDataset> =>
  publishDataset(from, server.bucket, quiet, options);

describe('a dataset', () => {
  test('is uploaded whole, several objects at a time, the manifest after the tiles and `current` last', async () => {
    const files = datasetFiles(folder);
    expect(await publish(folder, { dryRun: true })).toMatchObject({ uploaded: files.length, replaced: null });
    expect(server.objects.size).toBe(0);
    const summary = { uploaded: files.length, alreadyThere: 0, liveRegions: ['town'], wasLive: false };
    expect(await publish()).toMatchObject(summary);
    expect(server.objects.size).toBe(files.length + 1);
    expect(server.written.slice(-2)).toEqual([expect.stringMatching(/\/manifest\.json$/), LIVE_PATH]);
    expect(server.mostAtOnce).toBeGreaterThan(1);
    expect([await faultsIn(server.bucket), await liveIn(server.bucket)]).toEqual([[], [manifest.version]]);
    server.written.length = 0;
    expect(await publish()).toMatchObject({ wasLive: true, uploaded: 0, replaced: null });
    expect(server.written).toEqual([]);
  });

  test('shares the tile sets that did not change with the version before, and with other regions', async () => {
    await publish();
    const next = dataset('town', { motorized: 'b' });
    const summary = { uploaded: 2 + 1 + 1, alreadyThere: 2 * (2 + 1), replaced: manifest.version };
    const { objects } = server;
    const before = objects.size;
    expect(await publish(next.folder, { dryRun: true })).toMatchObject(summary);
    expect(objects.size).toBe(before);
    expect(await publish(next.folder)).toMatchObject(summary);
    const village = dataset('village', {});
    const published = await publish(village.folder);
    expect(published).toMatchObject({ uploaded: 1, liveRegions: ['town', 'village'] });
    const [square_km2] = published.neighbours.map(({ overlaps }) => overlaps.roads!.km2);
    expect(published.neighbours).toMatchObject([{ region: 'town' }]);
    expect(square_km2).toBeCloseTo(11.1 * 11.1 * Math.cos((52.05 * Math.PI) / 180), -1);
    const told = (where: string, service: string | null): string =>
      describePublish(published, where, service).join('\n');
    expect(told('--local', null)).toContain('touches town: ');
    expect(told('--local', null)).toMatch(/^To see it: npm start$/m);
    expect(told('--local', 'http://localhost:9401')).toMatch(
      /^To see it: http:\/\/localhost:9401, .* minute$/m,
    );
    expect(told('--bucket tiles', null)).not.toContain('To see it');
    expect(await faultsIn(server.bucket)).toEqual([]);
  });
});

describe('a folder', () => {
  test('with other files in it: they are not sent', async () => {
    writeFileSync(join(folder, '.env'), 'SECRET=1');
    writeFileSync(join(folder, 'pedestrian', 'notes.txt'), 'mine');
    await publish();
    expect([...server.objects.keys()].filter((path) => /\.env|notes/.test(path))).toEqual([]);
  });

  const names = ['pedestrian/separators', 'basemap/tiles-8-0', 'pedestrian/objects.txt', 'manifest.json'];
  test.for(names)('with a flipped bit in %s, or without it, stops before anything is live', async (name) => {
    const file = join(folder, datasetFiles(folder).find((each) => each.startsWith(name))!);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] ^= 4;
    for (const damage of [() => writeFileSync(file, bytes), () => unlinkSync(file)]) {
      damage();
      const failed = await publish().catch((cause) => cause);
      expect(failed).toBeInstanceOf(BadInput);
      expect(failed.message).toContain(name);
      expect(server.objects.has(LIVE_PATH) ? await liveIn(server.bucket) : []).toEqual([]);
    }
  });

  test('that was not verified is verified first, and refused where that fails', async () => {
    // Only the receipt lets these tiles pass.
    unlinkSync(join(folder, 'verified.json'));
    await expect(publish()).rejects.toThrow(/more: npm run tiles -- verify/);
    expect(server.objects.size).toBe(0);
  });

  test('whose manifest has another form is refused, as a version has one', async () => {
    const file = join(folder, 'manifest.json');
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
    await expect(publish()).rejects.toThrow('is not written as `build` writes it');
    await expect(publish(tmpdir())).rejects.toThrow(/is no folder of a dataset/);
    expect(server.objects.size).toBe(0);
  });
});

describe('an upload', () => {
  test('that was broken off goes on with the objects that are missing', async () => {
    let puts = 0;
    server.cut = ({ method }) => (method === 'PUT' && ++puts > 6 ? 'at-once' : null);
    await expect(publish()).rejects.toThrow(/does not answer/);
    const before = [...server.objects.keys()].filter((path) => path !== LIVE_PATH);
    expect(before.length).toBeGreaterThan(0);
    server.cut = () => null;
    const uploaded = datasetFiles(folder).length - before.length;
    expect(await publish()).toMatchObject({ uploaded, alreadyThere: before.length });
    expect(server.objects.size).toBe(datasetFiles(folder).length + 1);
  });

  test('whose bytes are damaged in transit stops, whether the server checks or not', async () => {
    for (const checksums of [true, false]) {
      server.checksChecksums = checksums;
      server.damage = (body, path) =>
        path === LIVE_PATH ? body : Buffer.concat([body.subarray(1), body.subarray(0, 1)]);
      await expect(publish()).rejects.toThrow(checksums ? /400 BadDigest/ : /did not arrive as it was sent/);
      expect(await liveIn(server.bucket)).toEqual([]);
    }
  });
});

test('a damaged or lost `current` never counts as empty', async () => {
  await publish();
  const intact = server.objects.get(LIVE_PATH)!;
  const next = dataset('village', {});
  const commands = [
    () => publish(next.folder),
    () => rollbackRegion('town', manifest.version, server.bucket, Date.now()),
    () => withdrawRegion('town', server.bucket, Date.now()),
  ];
  const flipped = Buffer.from(intact).fill(intact[40] ^ 1, 40, 41);
  for (const broken of [Buffer.from('{}'), flipped, intact.subarray(0, 99), null]) {
    if (broken) server.objects.set(LIVE_PATH, broken);
    else server.objects.delete(LIVE_PATH);
    for (const command of commands) {
      const sentence = broken ? /cannot be read.*recover-current/s : /is gone.*recover-current/s;
      expect(await reported(command())).toMatch(sentence);
    }
    expect(server.objects.get(LIVE_PATH)).toBe(broken ?? undefined);
  }
});

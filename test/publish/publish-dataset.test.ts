/** Publishing to a bucket behind the S3 interface: a loopback server that keeps objects and fails when told to. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CurrentRegion, currentRegionOf, readCurrent, writeCurrent } from '../../src/format/current.ts';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { listObjects, MANIFEST_FILE, writeObjects } from '../../tiles-builder/dataset-folder.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { openS3Bucket } from '../../tiles-builder/publish/s3-bucket.ts';
import { streetTown } from '../support/street-dataset.ts';

const quiet = (): void => {};
const folder = mkdtempSync(join(tmpdir(), 'publish-'));
const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });

/** Objects by path, the paths written in order, and how many requests are cut off before one goes through. */
const store = new Map<string, Uint8Array>();
let written: string[] = [];
let cuts = 0;
let server: Server;
let bucket: Bucket;

beforeAll(async () => {
  const { version } = town.manifest;
  const objects = new Map([...town.objects].filter(([key]) => key !== manifestKey(version)));
  writeObjects(folder, version, objects as Map<string, Uint8Array>);
  writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify(town.manifest));
  server = createServer((request, response) => {
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) {
      response.writeHead(403).end('no signature');
      return;
    }
    const path = decodeURIComponent(request.url!);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (cuts > 0) {
        cuts--;
        response.destroy();
        return;
      }
      if (request.method === 'PUT') {
        store.set(path, Buffer.concat(parts));
        written.push(path);
        response.end();
        return;
      }
      const object = store.get(path);
      if (!object) response.writeHead(404).end();
      else response.writeHead(200, { 'Content-Length': object.byteLength }).end(object);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  bucket = openS3Bucket({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'tiles',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  store.clear();
  written = [];
  cuts = 0;
});

const live = (): readonly CurrentRegion[] => readCurrent(store.get(`/tiles/${CURRENT_KEY}`)!);

test('uploads every object, the manifest after the tiles and the pointer last', async () => {
  const summary = await publishDataset(folder, bucket, quiet);
  const keys = listObjects(folder, town.manifest.version).map(({ key }) => `/tiles/${key}`);
  expect([...store.keys()].sort()).toEqual([...keys, `/tiles/${CURRENT_KEY}`].sort());
  expect(written.slice(-2)).toEqual([keys.at(-1), `/tiles/${CURRENT_KEY}`]);
  expect(summary).toMatchObject({ uploaded: keys.length - 1, alreadyThere: 0, liveRegions: ['town'] });
});

test('takes up an interrupted upload where it ended', async () => {
  await publishDataset(folder, bucket, quiet);
  const [first] = store.keys();
  store.delete(first!);
  const again = await publishDataset(folder, bucket, quiet);
  expect(again.uploaded).toBe(1);
  expect(again.alreadyThere).toBe(listObjects(folder, town.manifest.version).length - 2);
});

test('goes on after connections that were cut', async () => {
  cuts = 4;
  await publishDataset(folder, bucket, quiet);
  expect(cuts).toBe(0);
  expect(live().map(({ version }) => version)).toEqual([town.manifest.version]);
});

test('leaves the pointer as it was when the store stays away', async () => {
  cuts = 10_000;
  await expect(publishDataset(folder, bucket, quiet)).rejects.toThrow();
  expect(store.has(`/tiles/${CURRENT_KEY}`)).toBe(false);
});

test('keeps the other regions live', async () => {
  const published = currentRegionOf(town.objects.get(manifestKey(town.manifest.version))!);
  const other = { ...published, region: 'other', version: 'other-0000000000000002' };
  store.set(`/tiles/${CURRENT_KEY}`, writeCurrent([other]));
  await publishDataset(folder, bucket, quiet);
  expect(live().map(({ region }) => region)).toEqual(['other', 'town']);
});

test('replaces a pointer that the service could not read either', async () => {
  store.set(`/tiles/${CURRENT_KEY}`, Buffer.from('{"format":0,"regions":[]}'));
  await publishDataset(folder, bucket, quiet);
  expect(live().map(({ region }) => region)).toEqual(['town']);
});

test('refuses a folder without a dataset', async () => {
  await expect(publishDataset(tmpdir(), bucket, quiet)).rejects.toThrow(/manifest\.json: not a dataset/);
  expect(store.size).toBe(0);
});

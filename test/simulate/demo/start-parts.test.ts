import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { listKeys, revokeKey } from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { demoCredentials } from '../../../tiles-builder/simulate/demo/demo-credentials.ts';
import { isPortFree } from '../../../tiles-builder/simulate/demo/free-port.ts';
import { shortened, showCall, showEnvironment } from '../../../tiles-builder/simulate/demo/show-call.ts';
import { R2Model } from '../../support/buckets/r2-model.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';

const memoryKeys = (): Bucket => new R2Model().client();

describe('demoCredentials', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolderOfTest();
  });

  test('makes one key and finds it again, readable by its owner alone', async () => {
    const store = memoryKeys();
    const file = join(folder, 'demo/key.json');
    const first = await demoCredentials(file, store);
    expect(await demoCredentials(file, store)).toEqual(first);
    expect((await listKeys(store)).keys).toMatchObject([{ key: first.key, name: 'demo' }]);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(first.secret);
  });

  test('makes another where the key was revoked, the store is new or the file is damaged', async () => {
    const store = memoryKeys();
    const file = join(folder, 'key.json');
    const first = await demoCredentials(file, store);
    await revokeKey(store, first.key);
    const second = await demoCredentials(file, store);
    expect(second.key).not.toBe(first.key);
    const third = await demoCredentials(file, memoryKeys());
    expect(third.key).not.toBe(second.key);
    writeFileSync(file, '{', { mode: 0o644 });
    chmodSync(file, 0o644);
    expect((await demoCredentials(file, store)).key).not.toBe(third.key);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});

test('names the service to the examples where they would not find it', () => {
  const credentials = { key: 'k', secret: 's' };
  expect(showEnvironment('http://localhost:8787', credentials)).toBe('export API_KEY=k API_SECRET=s');
  expect(showEnvironment('http://localhost:8788', credentials)).toBe(
    'export API_KEY=k API_SECRET=s SERVICE_URL=http://localhost:8788',
  );
});

describe('showCall', () => {
  test('asks with the credentials, and shows the command and a short answer', async () => {
    const server = createServer((request, response) => {
      const coordinates = [[[[0, 0], [1, 0], [1, 1], [0, 0]]]]; // biome-ignore format: one ring
      response.statusCode = request.headers.authorization === `Basic ${btoa('k:s')}` ? 200 : 401;
      response.end(JSON.stringify({ livingcount: 5, isochrone: { geometry: { coordinates } } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const url = `http://127.0.0.1:${port}/api/v1/livingcount?time=60`;
      expect(await showCall(url, { key: 'k', secret: 's' })).toBe(
        `curl -u k:s '${url}'\nHTTP 200\n{"livingcount":5,"isochrone":{"geometry":{"coordinates":["… 4 positions"]}}}`,
      );
      expect(await isPortFree(port)).toBe(false);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(await isPortFree(port)).toBe(true);
  });

  test('leaves an answer without geometry as it is', () => {
    const body = { success: false, error: 'time is missing' };
    expect(shortened(body)).toBe(JSON.stringify(body));
  });
});

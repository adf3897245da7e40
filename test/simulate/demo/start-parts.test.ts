import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { listKeys, revokeKey } from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { demoCredentials } from '../../../tiles-builder/simulate/demo/demo-credentials.ts';
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

/**
 * `node change-process.ts STORE`, STORE as JSON: prints "ready", reads changes of keys as a JSON line, and prints what was
 * acknowledged.
 */
import { createInterface } from 'node:readline';
import { createKey, revokeKey } from '../../tiles-builder/keys/caller-keys.ts';
import { openLocalKeys } from '../../tiles-builder/keys/key-stores.ts';
import type { S3Access } from '../../tiles-builder/publish/s3-access.ts';
import { openS3Bucket } from '../../tiles-builder/publish/s3-bucket.ts';
import { crowdKeys } from './key-store.ts';

export type Store = { readonly persistTo: string } | { readonly access: S3Access };

export interface Changes {
  readonly create?: readonly string[];
  readonly revoke?: readonly string[];
}

export interface Acknowledged {
  readonly created: readonly { readonly key: string; readonly secret: string }[];
  readonly revoked: readonly string[];
}

const store = JSON.parse(process.argv[2]) as Store;
crowdKeys();
const bucket = 'access' in store ? openS3Bucket(store.access) : await openLocalKeys(store.persistTo);
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { create = [], revoke = [] } = JSON.parse(line) as Changes;
  const created: Acknowledged['created'][number][] = [];
  const revoked: string[] = [];
  for (const name of create) created.push(await createKey(bucket, name));
  for (const key of revoke) {
    await revokeKey(bucket, key);
    revoked.push(key);
  }
  console.log(JSON.stringify({ created, revoked } satisfies Acknowledged));
}
await bucket.close();

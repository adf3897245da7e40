/** Returns the demo's key, stored next to its dataset, if still valid; else creates and stores one: secrets are shown once. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { writePrivateFile } from '../../base/files/private-file.ts';
import type { Bucket } from '../../publish/bucket.ts';
import { initialiseKeys } from '../../publish/keys/key-parts.ts';
import { type Credentials, createKey, listKeys } from '../../publish/keys/manage-keys.ts';

const KEY_NAME = 'demo';
const credentialsSchema = v.object({ key: v.string(), secret: v.string() });

export async function demoCredentials(file: string, bucket: Bucket): Promise<Credentials> {
  const kept = readCredentials(file);
  await initialiseKeys(bucket);
  if (kept) {
    const { keys } = await listKeys(bucket);
    if (keys.some(({ key, revoked_at }) => key === kept.key && revoked_at === null)) return kept;
  }
  const created = await createKey(bucket, KEY_NAME);
  mkdirSync(dirname(file), { recursive: true });
  writePrivateFile(file, `${JSON.stringify(created)}\n`);
  return created;
}

function readCredentials(file: string): Credentials | null {
  if (!existsSync(file)) return null;
  try {
    return v.parse(credentialsSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

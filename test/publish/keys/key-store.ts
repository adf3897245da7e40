/** Inspects a bucket of keys. */
import { createHash } from 'node:crypto';
import { KEY_PARTS, type KeyEntry, keyPartName } from '../../../src/request/key-document.ts';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';

export async function entriesIn(bucket: Bucket): Promise<KeyEntry[]> {
  const entries: KeyEntry[] = [];
  for (let part = 0; part < KEY_PARTS; part++) {
    const stored = await bucket.get(keyPartName(part));
    entries.push(...(JSON.parse(new TextDecoder().decode(stored?.bytes)) as { keys: KeyEntry[] }).keys);
  }
  return entries;
}

export const isSecretOf = (entry: KeyEntry, secret: string): boolean =>
  entry.secrets.some(
    ({ salt, sha256 }) => createHash('sha256').update(`${salt}:${secret}`).digest('hex') === sha256,
  );

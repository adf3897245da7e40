/** Inspects a bucket of keys. */
import { createHash } from 'node:crypto';
import { KEY_PARTS, type KeyEntry, keyPartName, partOfKey } from '../../../src/request/key-document.ts';
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

/** Into the last two parts: writers collide. */
export function crowdKeys(): void {
  const draw = crypto.getRandomValues.bind(crypto);
  const KEY_BYTES = 9;
  crypto.getRandomValues = (<T extends Uint8Array>(bytes: T): T => {
    do draw(bytes);
    while (
      bytes.length === KEY_BYTES &&
      partOfKey(`pc_${Buffer.from(bytes).toString('base64url')}`) < KEY_PARTS - 2
    );
    return bytes;
  }) as typeof crypto.getRandomValues;
}

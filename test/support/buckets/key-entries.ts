/** Callers' keys and their objects. */
import { toHex } from '../../../src/format/sha256.ts';
import {
  hashSecret,
  KEY_PARTS,
  type KeyEntry,
  keyPartName,
  partOfKey,
  writeKeyPart,
} from '../../../src/request/key-document.ts';

const created_at = '2026-01-01T00:00:00.000Z';

export async function keyEntry(key: string, name: string, secrets: readonly string[]): Promise<KeyEntry> {
  const hashes = secrets.map(async (secret, index) => {
    const salt = String(index).repeat(32);
    return { salt, sha256: toHex(await hashSecret(salt, secret)), created_at };
  });
  return { key, name, secrets: await Promise.all(hashes), created_at, revoked_at: null };
}

export const randomEntries = (count: number): KeyEntry[] =>
  Array.from({ length: count }, (_, index) => {
    const secrets = [{ salt: randomHex(16), sha256: randomHex(32), created_at }];
    return { key: `pc_${randomHex(6)}`, name: `caller ${index}`, secrets, created_at, revoked_at: null };
  });

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

export async function keyObjects(keys: readonly KeyEntry[]): Promise<Map<string, Uint8Array>> {
  const objects = new Map<string, Uint8Array>();
  for (let part = 0; part < KEY_PARTS; part++) {
    const ofPart = keys.filter(({ key }) => partOfKey(key) === part);
    objects.set(keyPartName(part), await writeKeyPart(part, { keys: ofPart, writes: [] }));
  }
  return objects;
}

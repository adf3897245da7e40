/** The key that the demo's calls use. A secret is told once, so it is kept beside the demo's dataset. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { type Credentials, createKey, listKeys } from '../caller-keys.ts';
import type { KeyStore } from '../key-stores.ts';

const KEY_NAME = 'demo';
const credentialsSchema = v.object({ key: v.string(), secret: v.string() });

/** The credentials in `file` while their key is valid, else those of a new key, written there. */
export async function demoCredentials(file: string, store: KeyStore): Promise<Credentials> {
  const kept = readCredentials(file);
  if (kept) {
    const keys = await listKeys(store);
    if (keys.some(({ key, revoked_at }) => key === kept.key && revoked_at === null)) return kept;
  }
  const created = await createKey(store, KEY_NAME);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(created)}\n`, { mode: 0o600 });
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

/**
 * Creates, lists and revokes callers' keys, and rotates their random secrets, of which only salted SHA-256 hashes are stored.
 */
import { toHex } from '../../../src/format/sha256.ts';
import { MAX_SECRETS_PER_KEY } from '../../../src/limits.ts';
import {
  hashSecret,
  type KeyEntry,
  partOfKey,
  SALT_BYTES,
  type SecretHash,
} from '../../../src/request/key-document.ts';
import type { Bucket } from '../bucket.ts';
import { printable, requireName } from './key-names.ts';
import { changeKeys, initialiseKeys, readAllKeys } from './key-parts.ts';
import { KeyProblem } from './key-problem.ts';

const KEY_BYTES = 9;
const SECRET_BYTES = 32;

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface KeySummary {
  readonly key: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly secrets_created_at: readonly string[];
}

export interface KeyList {
  readonly keys: readonly KeySummary[];
  readonly problems: readonly KeyProblem[];
}

/** The first key also creates the store. */
export async function createKey(bucket: Bucket, name: string): Promise<Credentials> {
  const key = `pc_${randomText(KEY_BYTES)}`;
  const secret = randomText(SECRET_BYTES);
  const now = new Date().toISOString();
  const secrets = [await hashOf(secret, now)];
  const entry: KeyEntry = { key, name: requireName(name), secrets, created_at: now, revoked_at: null };
  await initialiseKeys(bucket);
  await changeKeys(bucket, partOfKey(key), (keys) => [...keys, entry]);
  return { key, secret };
}

/** @throws KeyProblem if there is no store */
export async function listKeys(bucket: Bucket): Promise<KeyList> {
  const { keys, problems } = await readAllKeys(bucket);
  const summaries = keys.map(summaryOf).sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return { keys: summaries, problems };
}

/** Revokes a key for good, and deletes its hashes. */
export function revokeKey(bucket: Bucket, key: string): Promise<KeySummary> {
  return changeKey(bucket, key, (entry) => ({
    ...entry,
    secrets: [],
    revoked_at: entry.revoked_at ?? new Date().toISOString(),
  }));
}

/** Adds a secret. The previous one stays valid until {@link retireSecrets} or the next rotation. */
export async function rotateKey(bucket: Bucket, key: string): Promise<Credentials> {
  const secret = randomText(SECRET_BYTES);
  const added = await hashOf(secret, new Date().toISOString());
  await changeKey(bucket, key, (entry) => ({
    ...entry,
    secrets: [...validEntry(entry).secrets, added].slice(-MAX_SECRETS_PER_KEY),
  }));
  return { key, secret };
}

/** Revokes all secrets but the newest. */
export function retireSecrets(bucket: Bucket, key: string): Promise<KeySummary> {
  return changeKey(bucket, key, (entry) => ({ ...entry, secrets: validEntry(entry).secrets.slice(-1) }));
}

async function changeKey(
  bucket: Bucket,
  key: string,
  change: (entry: KeyEntry) => KeyEntry,
): Promise<KeySummary> {
  const isIt = (entry: KeyEntry): boolean => entry.key === key;
  const changed = await changeKeys(bucket, partOfKey(key), (keys) => {
    if (!keys.some(isIt)) throw new KeyProblem(`There is no key ${printable(key)}.`);
    return keys.map((entry) => (isIt(entry) ? change(entry) : entry));
  });
  return summaryOf(changed.find(isIt)!);
}

function validEntry(entry: KeyEntry): KeyEntry {
  if (entry.revoked_at !== null) throw new KeyProblem(`The key ${entry.key} was revoked: create a new one.`);
  return entry;
}

async function hashOf(secret: string, created_at: string): Promise<SecretHash> {
  const salt = toHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  return { salt, sha256: toHex(await hashSecret(salt, secret)), created_at };
}

const summaryOf = ({ key, name, created_at, revoked_at, secrets }: KeyEntry): KeySummary => ({
  key,
  name,
  created_at,
  revoked_at,
  secrets_created_at: secrets.map((secret) => secret.created_at),
});

/** Draws a random text that is safe in URLs. */
const randomText = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url');

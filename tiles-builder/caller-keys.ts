/** Changes the document of callers' keys: creation, rotation of secrets, revocation. */
import * as v from 'valibot';
import { MAX_SECRETS_PER_KEY } from '../src/limits.ts';
import {
  hashSecret,
  type KeyDocument,
  type KeyEntry,
  keyDocumentSchema,
  type SecretHash,
  toHex,
} from '../src/request/key-document.ts';
import type { KeyStore } from './key-stores.ts';
import { EXIT, Problem } from './problem.ts';

const KEY_BYTES = 9;
const SALT_BYTES = 16;
const SECRET_BYTES = 32;

/** What a caller needs. The secret is not stored: this is the only time it is known. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** What may be told of a key. */
export interface KeySummary {
  readonly key: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  /** When each of its valid secrets was made, the newest last. */
  readonly secrets_created_at: readonly string[];
}

/** A key that does not exist, or cannot be changed in this way. */
export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}

/** @param name who the key is for; it appears in logs */
export async function createKey(store: KeyStore, name: string): Promise<Credentials> {
  const document = await readDocument(store);
  const key = `pc_${randomText(KEY_BYTES)}`;
  const secret = randomText(SECRET_BYTES);
  const now = new Date().toISOString();
  const entry: KeyEntry = {
    key,
    name,
    secrets: [await hashOf(secret, now)],
    created_at: now,
    revoked_at: null,
  };
  await writeDocument(store, { ...document, keys: [...document.keys, entry] });
  return { key, secret };
}

export async function listKeys(store: KeyStore): Promise<KeySummary[]> {
  return (await readDocument(store)).keys.map(summaryOf);
}

/** Ends a key for good, and forgets the hashes of its secrets. @throws KeyProblem */
export function revokeKey(store: KeyStore, key: string): Promise<KeySummary> {
  return changeKey(store, key, (entry) => ({
    ...entry,
    secrets: [],
    revoked_at: entry.revoked_at ?? new Date().toISOString(),
  }));
}

/** Adds a new secret to a key. The one before stays valid until {@link retireSecrets} or the next rotation. @throws KeyProblem */
export async function rotateKey(store: KeyStore, key: string): Promise<Credentials> {
  const secret = randomText(SECRET_BYTES);
  const added = await hashOf(secret, new Date().toISOString());
  await changeKey(store, key, (entry) => ({
    ...entry,
    secrets: [...validEntry(entry).secrets, added].slice(-MAX_SECRETS_PER_KEY),
  }));
  return { key, secret };
}

/** Ends all secrets of a key but the newest. @throws KeyProblem */
export function retireSecrets(store: KeyStore, key: string): Promise<KeySummary> {
  return changeKey(store, key, (entry) => ({ ...entry, secrets: validEntry(entry).secrets.slice(-1) }));
}

async function changeKey(
  store: KeyStore,
  key: string,
  change: (entry: KeyEntry) => KeyEntry,
): Promise<KeySummary> {
  const document = await readDocument(store);
  const entry = document.keys.find((candidate) => candidate.key === key);
  if (!entry) throw new KeyProblem(`There is no key ${key}`);
  const changed = change(entry);
  await writeDocument(store, {
    ...document,
    keys: document.keys.map((candidate) => (candidate === entry ? changed : candidate)),
  });
  return summaryOf(changed);
}

function validEntry(entry: KeyEntry): KeyEntry {
  if (entry.revoked_at !== null) throw new KeyProblem(`The key ${entry.key} was revoked: create a new one`);
  return entry;
}

async function readDocument(store: KeyStore): Promise<KeyDocument> {
  const text = await store.read();
  if (text === null) return { format: 1, keys: [] };
  try {
    return v.parse(keyDocumentSchema, JSON.parse(text));
  } catch (cause) {
    throw new KeyProblem('the document of keys is damaged', 'Put back a copy of it.', { cause });
  }
}

const writeDocument = (store: KeyStore, document: KeyDocument): Promise<void> =>
  store.write(JSON.stringify(document));

async function hashOf(secret: string, created_at: string): Promise<SecretHash> {
  const salt = toHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  return { salt, sha256: await hashSecret(salt, secret), created_at };
}

const summaryOf = ({ key, name, created_at, revoked_at, secrets }: KeyEntry): KeySummary => ({
  key,
  name,
  created_at,
  revoked_at,
  secrets_created_at: secrets.map((secret) => secret.created_at),
});

/** Random bytes in characters that need no escaping in a URL. */
const randomText = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url');

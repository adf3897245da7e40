/** Authenticates callers by salted SHA-256 of their secret, in constant time, against a cached key store. */
import { toHex } from '../format/sha256.ts';
import {
  KEYS_FAILED_MS,
  KEYS_FRESH_MS,
  KEYS_USABLE_MS,
  MAX_SECRETS_PER_KEY,
  type Timeouts,
} from '../limits.ts';
import type { Caller } from '../service-env.ts';
import { CachedValue } from '../storage/cached-value.ts';
import { ObjectStore, type ObjectStoreOptions } from '../storage/object-store.ts';
import { rereadDamaged } from '../storage/reread-damaged.ts';
import { StorageUnavailable, type TileSource } from '../storage/tile-source.ts';
import {
  DamagedKeys,
  HASH_BYTES,
  hashSecret,
  KEY_PARTS,
  type KeyEntry,
  keyPartName,
  partOfKey,
  readKeyPart,
  SALT_BYTES,
} from './key-document.ts';

/** Fills missing secrets, so that the time does not tell their number: no secret has this hash. */
const NO_SECRET = { salt: '00'.repeat(SALT_BYTES), sha256: '00'.repeat(HASH_BYTES) };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const keysStore = (
  bucket: R2Bucket,
  timeouts: Timeouts,
  options: Pick<ObjectStoreOptions, 'connections' | 'cache'> = {},
): ObjectStore => new ObjectStore(bucket, timeouts, { ...options, part: () => 'keys' });

/** Entries of a part that are not revoked, by key. */
type ValidEntries = ReadonlyMap<string, KeyEntry>;

export class CallerKeys {
  readonly #parts: readonly CachedValue<ValidEntries>[];

  constructor(now: () => number = Date.now) {
    this.#parts = Array.from(
      { length: KEY_PARTS },
      () => new CachedValue<ValidEntries>(KEYS_FRESH_MS, KEYS_USABLE_MS, now, KEYS_FAILED_MS),
    );
  }

  /**
   * Does the same reads and work for unknown, revoked and wrong credentials.
   * @returns `null` unless authenticated
   * @throws StorageUnavailable, also for a missing or damaged part
   */
  async find(source: TileSource, key: string, secret: string): Promise<Caller | null> {
    const stored = (await this.#entries(source, partOfKey(key))).get(key);
    let opened = false;
    for (let slot = 0; slot < MAX_SECRETS_PER_KEY; slot++) {
      const { salt, sha256 } = stored?.secrets[slot] ?? NO_SECRET;
      const found = toHex(await hashSecret(salt, secret));
      const matches = crypto.subtle.timingSafeEqual(bytesOf(found), bytesOf(sha256));
      opened = matches || opened;
    }
    return stored && opened ? { key, name: stored.name } : null;
  }

  /**
   * Reads parts that are not in memory.
   * @throws StorageUnavailable, also for a missing or damaged part
   */
  async readAll(source: TileSource): Promise<void> {
    await Promise.all(Array.from({ length: KEY_PARTS }, (_, part) => this.#entries(source, part)));
  }

  #entries(source: TileSource, part: number): Promise<ValidEntries> {
    return this.#parts[part].get((asOf) => rereadDamaged(source, (from) => readEntries(from, part, asOf)));
  }
}

async function readEntries(
  source: TileSource,
  part: number,
  asOf: (readAt_ms: number) => void,
): Promise<ValidEntries> {
  const bytes = await source.read(keyPartName(part), asOf);
  if (bytes === null) throw new StorageUnavailable('keys', 'missing', keyPartName(part));
  try {
    const { keys } = await readKeyPart(part, new Uint8Array(bytes));
    return new Map(keys.flatMap((entry) => (entry.revoked_at === null ? [[entry.key, entry]] : [])));
  } catch (cause) {
    if (cause instanceof DamagedKeys)
      throw new StorageUnavailable('keys', 'damaged', cause.message, { cause });
    throw cause;
  }
}

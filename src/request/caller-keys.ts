/** Authenticates callers by salted SHA-256 of their secret, in constant time, against a cached key store. */
import { toHex } from '../format/sha256.ts';
import {
  KEYS_FAILED_MS,
  KEYS_FRESH_MS,
  KEYS_USABLE_MS,
  MAX_KEYS_BYTES,
  MAX_SECRETS_PER_KEY,
  type Timeouts,
} from '../limits.ts';
import type { Caller } from '../service-env.ts';
import { CachedValue } from '../storage/cached-value.ts';
import { LoadedObjects } from '../storage/loaded-objects.ts';
import { ObjectStore, type ObjectStoreOptions } from '../storage/object-store.ts';
import { rereadDamaged } from '../storage/reread-damaged.ts';
import { StorageUnavailable, type TileSource } from '../storage/tile-source.ts';
import {
  DamagedKeys,
  HASH_BYTES,
  hashSecret,
  KEY_PARTS,
  keyPartName,
  partOfKey,
  readKeyPart,
  SALT_BYTES,
} from './key-document.ts';
import { KeyTable, type StoredSecret } from './key-table.ts';

/** Fills missing secrets, so that the time does not tell their number: no secret has this hash. */
const NO_SECRET: StoredSecret = { salt: '00'.repeat(SALT_BYTES), sha256: '00'.repeat(HASH_BYTES) };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const keysStore = (
  bucket: R2Bucket,
  timeouts: Timeouts,
  options: Pick<ObjectStoreOptions, 'connections' | 'cache'> = {},
): ObjectStore => new ObjectStore(bucket, timeouts, { ...options, part: () => 'keys' });

export class CallerKeys {
  readonly #parts = new LoadedObjects(MAX_KEYS_BYTES);
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get bytes(): number {
    return this.#parts.bytes;
  }

  /**
   * Does the same reads and work for unknown, revoked and wrong credentials.
   * @returns `null` unless authenticated
   * @throws StorageUnavailable, also for a missing or damaged part
   */
  async find(source: TileSource, key: string, secret: string): Promise<Caller | null> {
    const table = await this.#table(source, partOfKey(key));
    const stored = table.find(key);
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
    await Promise.all(Array.from({ length: KEY_PARTS }, (_, part) => this.#table(source, part)));
  }

  #table(source: TileSource, part: number): Promise<KeyTable> {
    const name = keyPartName(part);
    let kept = this.#parts.get<CachedValue<KeyTable>>(name);
    if (!kept) {
      kept = new CachedValue(KEYS_FRESH_MS, KEYS_USABLE_MS, this.#now, KEYS_FAILED_MS);
      this.#parts.store(name, kept, 0);
    }
    const value = kept;
    return value.get(async (asOf) => {
      const table = await rereadDamaged(source, (from) => readTable(from, part, asOf));
      this.#parts.store(name, value, table.byteLength);
      return table;
    });
  }
}

async function readTable(
  source: TileSource,
  part: number,
  asOf: (readAt_ms: number) => void,
): Promise<KeyTable> {
  const bytes = await source.read(keyPartName(part), asOf);
  if (bytes === null) throw new StorageUnavailable('keys', 'missing', keyPartName(part));
  try {
    return new KeyTable((await readKeyPart(part, new Uint8Array(bytes))).keys);
  } catch (cause) {
    if (cause instanceof DamagedKeys)
      throw new StorageUnavailable('keys', 'damaged', cause.message, { cause });
    throw cause;
  }
}

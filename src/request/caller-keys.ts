/** Who may ask: the keys from KV, kept in memory, and the check of a key and its secret against them. */
import * as v from 'valibot';
import { KEYS_KEPT_MS, KEYS_USABLE_MS, MAX_SECRETS_PER_KEY } from '../limits.ts';
import { answerInTime } from '../storage/answer-in-time.ts';
import { KeptValue } from '../storage/kept-value.ts';
import { StorageUnavailable } from '../storage/tile-source.ts';
import { hashSecret, KEY_DOCUMENT_NAME, type KeyEntry, keyDocumentSchema } from './key-document.ts';

/** Who asks. */
export interface Caller {
  readonly key: string;
  readonly name: string;
}

type EntriesByKey = ReadonlyMap<string, KeyEntry>;

/** Compared against where a key has fewer secrets or does not exist, so that both cost the same. No secret has this hash. */
const NO_SECRET = { salt: '0'.repeat(32), sha256: '0'.repeat(64) };

export class CallerKeys {
  readonly #kept: KeptValue<EntriesByKey>;

  readonly #timeout_ms: number;

  /** @param timeout_ms how long a read of the keys may take */
  constructor(timeout_ms: number, now?: () => number) {
    this.#timeout_ms = timeout_ms;
    this.#kept = new KeptValue(KEYS_KEPT_MS, KEYS_USABLE_MS, now);
  }

  /**
   * The entry that a key and its secret open, or `null`. Does the same work for an unknown key, a revoked key and a
   * wrong secret.
   * @throws StorageUnavailable where the keys cannot be read
   */
  async find(namespace: KVNamespace, key: string, secret: string): Promise<KeyEntry | null> {
    const entry = (await this.#entries(namespace)).get(key);
    let opened = false;
    for (let slot = 0; slot < MAX_SECRETS_PER_KEY; slot++) {
      const stored = entry?.secrets[slot] ?? NO_SECRET;
      const matches = areEqual(await hashSecret(stored.salt, secret), stored.sha256);
      opened = matches || opened;
    }
    return entry && opened && entry.revoked_at === null ? entry : null;
  }

  async #entries(namespace: KVNamespace): Promise<EntriesByKey> {
    try {
      return await this.#kept.get(() => readEntries(namespace, this.#timeout_ms));
    } catch (cause) {
      if (cause instanceof NoKeys) return new Map();
      throw cause;
    }
  }
}

/** There is no value: no key was made yet, or KV does not know better for a moment. It opens nothing, and is not kept. */
class NoKeys extends Error {}

async function readEntries(namespace: KVNamespace, timeout_ms: number): Promise<EntriesByKey> {
  const text = await answerInTime('keys', timeout_ms, () => namespace.get(KEY_DOCUMENT_NAME));
  if (text === null) throw new NoKeys();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new StorageUnavailable('keys', 'damaged', 'not JSON');
  }
  const parsed = v.safeParse(keyDocumentSchema, json);
  if (!parsed.success) throw new StorageUnavailable('keys', 'damaged', 'not a document of keys');
  return new Map(parsed.output.keys.map((entry) => [entry.key, entry]));
}

/** Whether two texts of the same length are equal, in a time that depends on the length alone. */
function areEqual(a: string, b: string): boolean {
  const encoder = new TextEncoder();
  return crypto.subtle.timingSafeEqual(encoder.encode(a), encoder.encode(b));
}

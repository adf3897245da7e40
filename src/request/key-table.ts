import { fnv1a } from '../format/fnv1a.ts';
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';
import { HASH_BYTES, type KeyEntry, SALT_BYTES } from './key-document.ts';

export interface StoredCaller {
  readonly key: string;
  readonly name: string;
  readonly secrets: readonly StoredSecret[];
}

export interface StoredSecret {
  readonly salt: Uint8Array;
  readonly sha256: Uint8Array;
}

const SECRET_BYTES = SALT_BYTES + HASH_BYTES;
/** Number of secrets and length of the key. */
const RECORD_HEADER_BYTES = 2;
const decoder = new TextDecoder();

/** The valid keys of a part, packed in about 90 bytes a caller, a tenth of objects, for ten thousand callers an isolate. */
export class KeyTable {
  /** Hashes of keys, ascending. */
  readonly #hashes: Uint32Array;
  /** Offset of each record in the order of hashes; then of a dummy record without secrets; then the end. */
  readonly #starts: Uint32Array;
  readonly #records: Uint8Array;

  constructor(entries: readonly KeyEntry[]) {
    const valid = entries
      .filter(({ revoked_at }) => revoked_at === null)
      .map((entry) => ({ hash: fnv1a(entry.key), record: recordOf(entry) }))
      .sort((a, b) => a.hash - b.hash);
    const records = [...valid.map(({ record }) => record), recordOf({ key: '', name: '', secrets: [] })];
    this.#hashes = Uint32Array.from(valid, ({ hash }) => hash);
    this.#starts = new Uint32Array(records.length + 1);
    for (const [index, { byteLength }] of records.entries()) {
      this.#starts[index + 1] = this.#starts[index] + byteLength;
    }
    this.#records = new Uint8Array(this.#starts.at(-1)!);
    for (const [index, record] of records.entries()) this.#records.set(record, this.#starts[index]);
  }

  get byteLength(): number {
    return this.#hashes.byteLength + this.#starts.byteLength + this.#records.byteLength;
  }

  /** `null` for an unknown key, for which the dummy record is read, for constant time. */
  find(key: string): StoredCaller | null {
    const hash = fnv1a(key);
    let index = firstIndexNotBelow(this.#hashes, hash);
    let record = this.#recordAt(index);
    while (record.key !== key && this.#hashes[index + 1] === hash) record = this.#recordAt(++index);
    return record.key === key ? record : null;
  }

  #recordAt(index: number): StoredCaller {
    const record = this.#records.subarray(this.#starts[index], this.#starts[index + 1]);
    const [secretCount, keyBytes] = record as unknown as [number, number];
    const secrets: StoredSecret[] = [];
    let at = RECORD_HEADER_BYTES;
    for (; secrets.length < secretCount; at += SECRET_BYTES) {
      const sha256 = record.subarray(at + SALT_BYTES, at + SECRET_BYTES);
      secrets.push({ salt: record.subarray(at, at + SALT_BYTES), sha256 });
    }
    const nameAt = at + keyBytes;
    return {
      key: decoder.decode(record.subarray(at, nameAt)),
      name: decoder.decode(record.subarray(nameAt)),
      secrets,
    };
  }
}

function recordOf({ key, name, secrets }: Pick<KeyEntry, 'key' | 'name' | 'secrets'>): Uint8Array {
  const text = new TextEncoder().encode(key + name);
  const record = new Uint8Array(RECORD_HEADER_BYTES + secrets.length * SECRET_BYTES + text.byteLength);
  record.set([secrets.length, key.length]);
  for (const [index, { salt, sha256 }] of secrets.entries()) {
    record.set(bytesOfHex(salt + sha256), RECORD_HEADER_BYTES + index * SECRET_BYTES);
  }
  record.set(text, record.byteLength - text.byteLength);
  return record;
}

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );

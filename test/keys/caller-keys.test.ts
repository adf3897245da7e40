import { describe, expect, test } from 'vitest';
import { hashSecret, type KeyDocument } from '../../src/request/key-document.ts';
import {
  createKey,
  KeyProblem,
  listKeys,
  retireSecrets,
  revokeKey,
  rotateKey,
} from '../../tiles-builder/caller-keys.ts';
import type { KeyStore } from '../../tiles-builder/key-stores.ts';

/** A store in memory. */
function memoryStore(): KeyStore & { text: string | null } {
  return {
    text: null,
    async read() {
      return this.text;
    },
    async write(text) {
      this.text = text;
    },
    async close() {},
  };
}

const documentOf = (store: { text: string | null }): KeyDocument => JSON.parse(store.text!);

async function opens(store: { text: string | null }, key: string, secret: string): Promise<boolean> {
  const entry = documentOf(store).keys.find((candidate) => candidate.key === key)!;
  const hashes = await Promise.all(entry.secrets.map(({ salt }) => hashSecret(salt, secret)));
  return entry.secrets.some(({ sha256 }, index) => sha256 === hashes[index]);
}

describe('keys', () => {
  test('are created with a secret that is not stored', async () => {
    const store = memoryStore();
    const first = await createKey(store, 'first');
    const second = await createKey(store, 'second');
    expect(first.secret).toHaveLength(43);
    expect(store.text).not.toContain(first.secret);
    expect(await opens(store, first.key, first.secret)).toBe(true);
    expect(await opens(store, first.key, second.secret)).toBe(false);
    expect((await listKeys(store)).map(({ key, name }) => [key, name])).toEqual([
      [first.key, 'first'],
      [second.key, 'second'],
    ]);
    const salts = documentOf(store).keys.flatMap(({ secrets }) => secrets.map(({ salt }) => salt));
    expect(new Set(salts).size).toBe(2);
  });

  test('have two valid secrets while one is exchanged', async () => {
    const store = memoryStore();
    const old = await createKey(store, 'caller');
    const next = await rotateKey(store, old.key);
    expect([await opens(store, old.key, old.secret), await opens(store, old.key, next.secret)]).toEqual([
      true,
      true,
    ]);
    await retireSecrets(store, old.key);
    expect([await opens(store, old.key, old.secret), await opens(store, old.key, next.secret)]).toEqual([
      false,
      true,
    ]);
  });

  test('never have more than two secrets', async () => {
    const store = memoryStore();
    const old = await createKey(store, 'caller');
    await rotateKey(store, old.key);
    await rotateKey(store, old.key);
    expect(await opens(store, old.key, old.secret)).toBe(false);
    expect(documentOf(store).keys[0]!.secrets).toHaveLength(2);
  });

  test('are revoked for good', async () => {
    const store = memoryStore();
    const { key, secret } = await createKey(store, 'caller');
    const { revoked_at } = await revokeKey(store, key);
    expect(revoked_at).not.toBeNull();
    expect(await opens(store, key, secret)).toBe(false);
    await expect(rotateKey(store, key)).rejects.toThrow(KeyProblem);
    await expect(retireSecrets(store, key)).rejects.toThrow(KeyProblem);
    expect((await revokeKey(store, key)).revoked_at).toBe(revoked_at);
  });

  test('in a damaged document are neither listed nor changed, and the document stays as it is', async () => {
    for (const damaged of ['{', '{"format":1}', 'null']) {
      const store = memoryStore();
      store.text = damaged;
      await expect(listKeys(store)).rejects.toThrow(KeyProblem);
      await expect(createKey(store, 'caller')).rejects.toThrow('the document of keys is damaged');
      expect(store.text).toBe(damaged);
    }
  });

  test('that do not exist cannot be changed', async () => {
    const store = memoryStore();
    for (const change of [revokeKey, rotateKey, retireSecrets]) {
      await expect(change(store, 'pc_none')).rejects.toThrow('There is no key pc_none');
    }
  });
});

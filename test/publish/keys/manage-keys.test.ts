import { describe, expect, test } from 'vitest';
import { MAX_SECRETS_PER_KEY } from '../../../src/limits.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { initialiseKeys } from '../../../tiles-builder/publish/keys/key-parts.ts';
import { KeyProblem } from '../../../tiles-builder/publish/keys/key-problem.ts';
import {
  createKey,
  listKeys,
  retireSecrets,
  revokeKey,
  rotateKey,
} from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { R2Model } from '../../support/buckets/r2-model.ts';
import { entriesIn, isSecretOf } from './key-store.ts';

const bucketInMemory = (): Bucket => new R2Model().client();

async function opens(bucket: Bucket, key: string, secret: string): Promise<boolean> {
  const entry = (await entriesIn(bucket)).find((candidate) => candidate.key === key)!;
  return isSecretOf(entry, secret);
}

describe('keys', () => {
  test('are created with a secret that is not stored', async () => {
    const model = new R2Model();
    const bucket = model.client();
    const first = await createKey(bucket, 'first');
    const second = await createKey(bucket, 'second');
    expect(first.secret).toHaveLength(43);
    const stored = [...model.objects.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join();
    expect(stored).toContain(first.key);
    expect(stored).not.toContain(first.secret);
    expect(await opens(bucket, first.key, first.secret)).toBe(true);
    expect(await opens(bucket, first.key, second.secret)).toBe(false);
    const { keys, problems } = await listKeys(bucket);
    expect(problems).toEqual([]);
    expect(Object.fromEntries(keys.map(({ key, name }) => [key, name]))).toEqual({
      [first.key]: 'first',
      [second.key]: 'second',
    });
    const salts = (await entriesIn(bucket)).flatMap(({ secrets }) => secrets.map(({ salt }) => salt));
    expect(new Set(salts).size).toBe(2);
  });

  test('have two valid secrets while one is exchanged', async () => {
    const bucket = bucketInMemory();
    const old = await createKey(bucket, 'caller');
    const next = await rotateKey(bucket, old.key);
    const secrets = [old.secret, next.secret];
    const valid = () => Promise.all(secrets.map((secret) => opens(bucket, old.key, secret)));
    expect(await valid()).toEqual([true, true]);
    await retireSecrets(bucket, old.key);
    expect(await valid()).toEqual([false, true]);
  });

  test('never have more than two secrets', async () => {
    const bucket = bucketInMemory();
    const old = await createKey(bucket, 'caller');
    await rotateKey(bucket, old.key);
    await rotateKey(bucket, old.key);
    expect(await opens(bucket, old.key, old.secret)).toBe(false);
    expect((await entriesIn(bucket))[0].secrets).toHaveLength(MAX_SECRETS_PER_KEY);
  });

  test('are revoked for good', async () => {
    const bucket = bucketInMemory();
    const { key, secret } = await createKey(bucket, 'caller');
    const { revoked_at } = await revokeKey(bucket, key);
    expect(revoked_at).not.toBeNull();
    expect(await opens(bucket, key, secret)).toBe(false);
    await expect(rotateKey(bucket, key)).rejects.toThrow(KeyProblem);
    await expect(retireSecrets(bucket, key)).rejects.toThrow(KeyProblem);
    expect((await revokeKey(bucket, key)).revoked_at).toBe(revoked_at);
  });

  test('of several processes at once are all there, though answers are lost', async () => {
    const model = new R2Model();
    await initialiseKeys(model.client());
    const random = new Random(20_261_129);
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random.integer(0, 2)));
    const create = async (_: unknown, process: number): Promise<string[]> => {
      const after = async ({ method }: { method: string }): Promise<boolean> =>
        method === 'put' && random.chance(0.2);
      const client = model.client({ before: turn, after });
      const keys: string[] = [];
      for (let made = 0; made < 20; made++) keys.push((await createKey(client, `process ${process}`)).key);
      await revokeKey(client, keys[0]!);
      return keys;
    };
    const made = await Promise.all(Array.from({ length: 4 }, create));
    const stored = (await listKeys(model.client())).keys;
    expect(stored.map(({ key }) => key).sort()).toEqual(made.flat().sort());
    const revoked = stored.filter(({ revoked_at }) => revoked_at !== null).map(({ key }) => key);
    expect(revoked.sort()).toEqual(made.map(([first]) => first).sort());
  });

  test('that do not exist cannot be changed', async () => {
    const bucket = bucketInMemory();
    await createKey(bucket, 'caller');
    for (const change of [revokeKey, rotateKey, retireSecrets]) {
      await expect(change(bucket, 'pc_\u001bnone')).rejects.toThrow('There is no key pc_\\u001bnone');
    }
  });
});

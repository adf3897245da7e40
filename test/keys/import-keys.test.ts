/** Keys that come from the one document of older versions. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { listKeys, revokeKey, rotateKey } from '../../tiles-builder/keys/caller-keys.ts';
import { importKeys } from '../../tiles-builder/keys/import-keys.ts';
import { KeyProblem } from '../../tiles-builder/keys/key-problem.ts';
import { entriesIn, isSecretOf } from '../support/key-store.ts';
import { R2Model } from '../support/r2-model.ts';

const created_at = '2026-01-01T00:00:00.000Z';
const salt = 'ab'.repeat(16);
const callers = Array.from({ length: 100 }, (_, index) => {
  const sha256 = createHash('sha256').update(`${salt}:secret ${index}`).digest('hex');
  const isRevoked = index === 7;
  return {
    key: `pc_${index}`,
    name: index === 9 ? 'old\u001b[2J\nname' : `caller ${index}`,
    secrets: isRevoked ? [] : [{ salt, sha256, created_at }],
    created_at,
    revoked_at: isRevoked ? created_at : null,
  };
});
const exported = JSON.stringify({ format: 1, keys: callers });

test('go on working with their secrets, and revoked ones stay revoked', async () => {
  const bucket = new R2Model().client();
  expect(await importKeys(bucket, exported)).toEqual({ added: 100, kept: 0, revoked: 0 });
  const entries = new Map((await entriesIn(bucket)).map((entry) => [entry.key, entry]));
  expect([...entries.values()].sort((a, b) => a.key.localeCompare(b.key))).toEqual(
    callers.toSorted((a, b) => a.key.localeCompare(b.key)),
  );
  expect(isSecretOf(entries.get('pc_3')!, 'secret 3')).toBe(true);
});

test('are imported again without undoing what happened since', async () => {
  const bucket = new R2Model().client();
  await importKeys(bucket, exported);
  await revokeKey(bucket, 'pc_1');
  const { secret } = await rotateKey(bucket, 'pc_2');
  const revokedSince = JSON.stringify({
    format: 1,
    keys: callers.map((entry) =>
      entry.key === 'pc_3' ? { ...entry, secrets: [], revoked_at: created_at } : entry,
    ),
  });
  expect(await importKeys(bucket, revokedSince)).toEqual({ added: 0, kept: 99, revoked: 1 });
  const entries = new Map((await entriesIn(bucket)).map((entry) => [entry.key, entry]));
  expect(entries.get('pc_1')!.revoked_at).not.toBeNull();
  expect(isSecretOf(entries.get('pc_2')!, secret)).toBe(true);
  expect(entries.get('pc_3')).toMatchObject({ secrets: [], revoked_at: created_at });
  expect((await listKeys(bucket)).keys).toHaveLength(100);
});

test.for(['', 'keys', 'null', '[]', '{"format":2,"keys":[]}', '{"format":1,"keys":[{"key":"two words"}]}'])(
  'are refused where the file is %j, and nothing is written',
  async (text) => {
    const model = new R2Model();
    await expect(importKeys(model.client(), text)).rejects.toThrow(KeyProblem);
    expect(model.objects.size).toBe(0);
  },
);

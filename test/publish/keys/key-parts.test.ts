/** Lost or damaged parts never count as empty. */
import { describe, expect, test } from 'vitest';
import { KEY_PARTS, keyPartName, partOfKey } from '../../../src/request/key-document.ts';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { abandonPart, initialiseKeys } from '../../../tiles-builder/publish/keys/key-parts.ts';
import { KeyProblem } from '../../../tiles-builder/publish/keys/key-problem.ts';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { R2Model } from '../../support/buckets/r2-model.ts';
import { entriesIn } from './key-store.ts';

const ALL_PARTS = Array.from({ length: KEY_PARTS }, (_, part) => keyPartName(part));

const contentsOf = ({ objects }: R2Model): string =>
  JSON.stringify([...objects].map(([key, { etag }]) => [key, etag]).sort());

async function writeText(bucket: Bucket, key: string, change: (text: string) => string): Promise<void> {
  const { bytes } = (await bucket.get(key))!;
  await bucket.put(key, new TextEncoder().encode(change(new TextDecoder().decode(bytes))));
}

describe('a store', () => {
  test('has all parts once it is initialised, and is initialised once', async () => {
    const model = new R2Model();
    await initialiseKeys(model.client());
    expect([...model.objects.keys()].sort()).toEqual(['initialised', ...ALL_PARTS].sort());
    const before = contentsOf(model);
    await initialiseKeys(model.client());
    expect(contentsOf(model)).toBe(before);
    expect(await listKeys(model.client())).toEqual({ keys: [], problems: [] });
  });

  test('resumes an initialisation that was interrupted at any call', async () => {
    for (let crashAt = 0; crashAt < 2 * KEY_PARTS + 4; crashAt += 3) {
      const model = new R2Model();
      let calls = 0;
      const dying = model.client({
        before: async () => {
          if (calls++ >= crashAt) throw new Error('crash');
        },
      });
      await expect(createKey(dying, 'first')).rejects.toThrow('crash');
      const { key } = await createKey(model.client(), 'second');
      expect((await entriesIn(model.client())).map((entry) => entry.key)).toEqual([key]);
    }
  });

  test('that nobody initialised cannot be listed', async () => {
    await expect(listKeys(new R2Model().client())).rejects.toThrow('There are no keys in this bucket yet');
  });
});

describe('a part that is', () => {
  const damages: Record<string, (bucket: Bucket, name: string) => Promise<unknown>> = {
    missing: (bucket, name) => bucket.remove(name),
    empty: (bucket, name) => writeText(bucket, name, () => ''),
    'not JSON': (bucket, name) => writeText(bucket, name, (text) => text.slice(1)),
    altered: (bucket, name) =>
      writeText(bucket, name, (text) => text.replace('"name":"caller"', '"name":"called"')),
    'of another place': async (bucket, name) => {
      const other = ALL_PARTS[(ALL_PARTS.indexOf(name) + 1) % KEY_PARTS];
      await bucket.put(name, (await bucket.get(other))!.bytes);
    },
  };

  test.for(Object.keys(damages))(
    '%s stops every change of it and is reported, not taken for empty',
    async (kind) => {
      const model = new R2Model();
      const bucket = model.client();
      const caller = await createKey(bucket, 'caller');
      const name = keyPartName(partOfKey(caller.key));
      let other = await createKey(bucket, 'other');
      while (partOfKey(other.key) === partOfKey(caller.key)) other = await createKey(bucket, 'other');
      await damages[kind](bucket, name);
      const before = contentsOf(model);
      for (const change of [revokeKey, rotateKey]) {
        const failed = await change(bucket, caller.key).catch((cause) => cause);
        expect(failed).toBeInstanceOf(KeyProblem);
        expect(failed.message).toContain(name);
      }
      const { keys, problems } = await listKeys(bucket);
      expect(keys.map(({ key }) => key)).toContain(other.key);
      expect(keys.map(({ key }) => key)).not.toContain(caller.key);
      expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(name)]);
      await initialiseKeys(bucket);
      expect(contentsOf(model)).toBe(before);
      // The store's mark is lost, too.
      await bucket.remove('initialised');
      await expect(initialiseKeys(bucket)).rejects.toThrow(name);
      expect(model.objects.get('initialised')).toBeUndefined();
      await revokeKey(bucket, other.key);
    },
  );

  test('lost is not rebuilt where another process has just restored it', async () => {
    const model = new R2Model();
    const client = model.client();
    const { key } = await createKey(client, 'caller');
    const name = keyPartName(partOfKey(key));
    const { bytes } = (await client.get(name))!;
    await client.remove(name);
    const bucket: Bucket = {
      ...client,
      put: async (...written) => {
        await client.put(name, bytes);
        return client.put(...written);
      },
    };
    await expect(abandonPart(bucket, name.slice(-2))).rejects.toThrow(`${name} has just been changed`);
    expect((await listKeys(client)).keys.map((entry) => entry.key)).toEqual([key]);
  });

  test('lost is rebuilt only by name, and never if it is whole', async () => {
    const model = new R2Model();
    const bucket = model.client();
    const { key } = await createKey(bucket, 'caller');
    const digits = keyPartName(partOfKey(key)).slice(-2);
    await expect(abandonPart(bucket, digits)).rejects.toThrow('is whole');
    for (const wrong of ['', '7', '20', 'zz']) {
      await expect(abandonPart(bucket, wrong)).rejects.toThrow(KeyProblem);
    }
    for (const lose of [damages.missing!, damages.empty!, damages['not JSON']]) {
      await lose(bucket, keyPartName(partOfKey(key)));
      await abandonPart(bucket, digits);
      expect(await listKeys(bucket)).toEqual({ keys: [], problems: [] });
    }
  });
});

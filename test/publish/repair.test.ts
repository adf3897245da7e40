/** Objects whose bytes have changed since they were written, although the bucket lists the checksum of what was written. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { openLocalBucket } from '../../tiles-builder/publish/local-bucket.ts';
import { recoverCurrent } from '../../tiles-builder/publish/recover-current.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { faultsIn, quiet, versionedBucket } from './versioned-bucket.ts';

const { model, bucket, now, publish } = versionedBucket();
const read: Bucket = { ...bucket, trustsLists: false };

function flip(key: string, bit: number): void {
  const object = model.objects.get(key)!;
  const bytes = new Uint8Array(object.bytes);
  bytes[(bit >> 3) % bytes.length] ^= 1 << (bit & 7);
  model.objects.set(key, { ...object, bytes });
}

test('any flipped bits are named and repaired, and nothing else is written', async () => {
  await publish('town', 'abc');
  const whole = new Map(model.objects);
  const keys = [...whole.keys()].filter((key) => key !== CURRENT_KEY);
  const selector = ([key]: [string, number]): string => key;
  const flips = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.nat()), { minLength: 1, maxLength: 4, selector }); // biome-ignore format: a line
  await fc.assert(
    fc.asyncProperty(flips, async (damaged) => {
      for (const [key, object] of whole) model.objects.set(key, object);
      for (const [key, bit] of damaged) flip(key, bit);
      const named = await faultsIn(read);
      expect(named.length).toBeGreaterThan(0);
      for (const fault of named) expect(damaged.some(([key]) => fault.includes(key))).toBe(true);
      const hidesOthers = damaged.some(([key]) => /manifest\.json$|objects\.txt$/.test(key));
      if (!hidesOthers) expect(named).toHaveLength(damaged.length);
      const written: string[] = [];
      model.observe = (key) => written.push(key);
      expect(await publish('town', 'abc', read)).toMatchObject({ wasLive: true, uploaded: damaged.length });
      expect(written.sort()).toEqual(damaged.map(([key]) => key).sort());
      expect(await faultsIn(read)).toEqual([]);
      const bytesOf = (objects: typeof whole) => Array.from(objects, ([key, { bytes }]) => [key, bytes]);
      expect(bytesOf(model.objects)).toEqual(bytesOf(whole));
    }),
    { numRuns: 20 },
  );
});

test('a damaged tile set that a new version shares is repaired before the version goes live', async () => {
  await publish('town', 'abc');
  flip([...model.objects.keys()].find((key) => key.includes('/basemap/')) ?? '', 5);
  expect(await publish('town', 'dbc', read)).toMatchObject({ wasLive: false });
  expect(await faultsIn(read)).toEqual([]);
});

const folder = temporaryFolder();
const kinds: readonly (readonly [string, (file: string) => void])[] = [
  [
    'a flipped bit',
    (file) => {
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] ^= 4;
      writeFileSync(file, bytes);
    },
  ],
  ['without its file', (file) => rmSync(file)],
];

test('in the local bucket each kind of damage, of another kind of object each time, is named and repaired', async () => {
  const local = await openLocalBucket(folder);
  const blobs = join(folder, 'r2/population-tiles/blobs');
  const fileOf = (bytes: Uint8Array = new Uint8Array()): string =>
    join(blobs, String(readdirSync(blobs).find((blob) => readFileSync(join(blobs, blob)).equals(bytes))));
  try {
    const { version } = await publish('town', 'abc', local);
    const keys = (await local.list('')).map(({ key }) => key);
    for (const [index, [kind, damage]] of kinds.entries()) {
      const name = ['manifest.json', 'tiles-'][index]!;
      const key = keys.find((each) => each.includes(name)) ?? '';
      damage(fileOf((await local.get(key))?.bytes));
      expect(await faultsIn(local), kind).toEqual([expect.stringContaining(key)]);
      expect(await publish('town', 'abc', local), kind).toMatchObject({ wasLive: true, uploaded: 1 });
      expect(await faultsIn(local)).toEqual([]);
    }
    kinds[0][1](fileOf((await local.get(CURRENT_KEY))?.bytes));
    await expect(faultsIn(local)).rejects.toThrow(/list of live datasets cannot be read/);
    await recoverCurrent(local, [version], { now_ms: now(), progress: quiet });
    const { versions } = await verifyBucket(local, null, quiet);
    expect(versions).toMatchObject([{ version, state: 'live', faults: [] }]);
  } finally {
    await local.close();
  }
});

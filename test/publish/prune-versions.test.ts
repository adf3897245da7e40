import { describe, expect, test } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { formatPrefix, KEPT_LISTS_PREFIX, tileSetPrefix } from '../../src/format/object-keys.ts';
import { listBucket } from '../../tiles-builder/publish/list-bucket.ts';
import { pruneFormat } from '../../tiles-builder/publish/prune-format.ts';
import {
  IN_USE_MS,
  MAX_UPLOAD_MS,
  type PruneSummary,
  pruneVersions,
} from '../../tiles-builder/publish/prune-versions.ts';
import { faultsOf, garbageOf } from './stored-state.ts';
import { HOUR_MS, isOfDataset, OBJECTS, quiet, START_MS, versionedBucket } from './versioned-bucket.ts';

const { model, bucket, later, publish, dying } = versionedBucket();

const prune = (options: { keep?: number; dryRun?: boolean } = {}, from = bucket): Promise<PruneSummary> =>
  pruneVersions(from, { keep: 1, dryRun: false, now_ms: model.now_ms, progress: quiet, ...options });

async function publishThree(): Promise<string[]> {
  const versions: string[] = [];
  for (const content of ['1', '2', '3']) versions.push((await publish('town', content)).version);
  return versions;
}

describe('prune', () => {
  test('retains the live versions whole, and the newest one before each of them', async () => {
    const versions = await publishThree();
    for (const content of ['1', '2']) versions.push((await publish('town-east', content)).version);
    later();
    expect(await prune()).toMatchObject({
      pruned: [versions[0]],
      live: [versions[2], versions[4]],
      kept: [versions[1], versions[3]],
      objects: OBJECTS,
    });
    expect(model.objects.size).toBe(4 * OBJECTS + 2);
    expect([await faultsOf(bucket), await garbageOf(bucket)]).toEqual([[], []]);
  });

  test('--keep is the number of earlier versions of each region that stay', async () => {
    const versions = await publishThree();
    later();
    expect((await prune({ keep: 2 })).pruned).toEqual([]);
    expect((await prune({ keep: 0 })).pruned).toEqual(versions.slice(0, 2));
    expect(model.objects.size).toBe(OBJECTS + 1);
  });

  test('removes nothing in a dry run, and says the same', async () => {
    await publishThree();
    later();
    const before = new Map(model.objects);
    const announced = await prune({ dryRun: true });
    expect(model.objects).toEqual(before);
    expect(await prune()).toEqual({ ...announced, dryRun: false });
  });

  test('retains what requests may still read', async () => {
    const first = await publish('town', '1');
    await publish('town', '2');
    later(IN_USE_MS);
    expect((await prune({ keep: 0 })).pruned).toEqual([]);
    later(1);
    expect((await prune({ keep: 0 })).pruned).toEqual([first.version]);
  });

  test('retains an upload that may be running, and removes an abandoned one', async () => {
    await publish('town', '1');
    await expect(publish('town', '2', { into: dying('put', 3) })).rejects.toThrow('ended');
    expect(model.objects.size).toBe(OBJECTS + 3 + 2);
    later(MAX_UPLOAD_MS);
    expect((await prune()).objects).toBe(0);
    later(1);
    expect(await prune()).toMatchObject({
      objects: 3,
      pruned: [expect.stringContaining('(unfinished upload)')],
    });
    expect(await garbageOf(bucket)).toEqual([]);
  });

  test('removes what a broken removal left', async () => {
    await publishThree();
    later();
    await expect(prune({}, dying('remove', 2))).rejects.toThrow('ended');
    expect(await garbageOf(bucket)).toHaveLength(OBJECTS - 2);
    later(2 * MAX_UPLOAD_MS);
    expect((await prune()).objects).toBe(OBJECTS - 2);
    expect(await garbageOf(bucket)).toEqual([]);
  });

  test('retains the tile sets that a live version shares with a pruned one', async () => {
    for (const content of ['1', '2', '3']) await publish('town', content, { roads: 'shared' });
    later();
    expect(await prune({ keep: 0 })).toMatchObject({ objects: 2 * (3 + 1) });
    expect(await faultsOf(bucket)).toEqual([]);
  });

  test('leaves foreign objects and other formats alone, and says so', async () => {
    await publish('town', '1');
    const [earlier, next, second] = [-1, 1, 2].map((by) => formatPrefix(FORMAT_VERSION + by));
    const ofEarlier = ['current', 'datasets/town-0000000000000001/manifest.json', 'x'].map(
      (name) => earlier + name,
    );
    const others = [`${second}x`, `${next}x`, 'notes'];
    for (const key of [...ofEarlier, ...others]) await bucket.put(key, new Uint8Array(1));
    const formats = [
      { format: FORMAT_VERSION - 1, objects: 3, bytes: 3 },
      { format: FORMAT_VERSION + 1, objects: 1, bytes: 1 },
      { format: FORMAT_VERSION + 2, objects: 1, bytes: 1 },
    ];
    expect(await prune({ keep: 0 })).toMatchObject({ objects: 0, formats, foreign: ['notes'] });
    expect((await listBucket(bucket)).formats).toEqual(formats);
    for (const format of [FORMAT_VERSION, FORMAT_VERSION + 1, 0, 1.5]) {
      const pruning = pruneFormat(format, bucket, { dryRun: false, progress: quiet });
      await expect(pruning).rejects.toThrow(`earlier format than ${FORMAT_VERSION}`);
    }
    for (const dryRun of [true, false]) {
      const pruned = await pruneFormat(FORMAT_VERSION - 1, bucket, { dryRun, progress: quiet });
      expect(pruned).toMatchObject({ objects: 3 });
      const left = [...ofEarlier, ...others].filter((key) => model.objects.has(key));
      expect(left).toEqual(dryRun ? [...ofEarlier, ...others] : others);
    }
    expect(await faultsOf(bucket)).toEqual([]);
  });
});

test('a listing has versions, states, times, sizes, and unused objects', async () => {
  const [first, second] = [await publish('town', '1'), await publish('town', '2')];
  const other = await publish('east', '1');
  const nobody = tileSetPrefix('basemap', { name: '0'.repeat(16), upload: '0'.repeat(12) });
  await bucket.put(`${nobody}tiles-8-1-1`, new Uint8Array(7));
  const { versions, bytes, unused } = await listBucket(bucket);
  expect(versions.map(({ version, state }) => [version, state])).toEqual([
    [other.version, 'live'],
    [second.version, 'live'],
    [first.version, 'kept'],
  ]);
  expect(versions[1].since).toBe(new Date(START_MS + 2 * HOUR_MS).toISOString());
  const stored = [...model.objects].filter(([key]) => isOfDataset(key));
  expect(bytes).toBe(stored.reduce((sum, [, object]) => sum + object.bytes.length, 0) - 7);
  expect(unused).toEqual({ objects: 1, bytes: 7 });
  expect(versions.reduce((sum, version) => sum + version.bytes, 0)).toBe(bytes);
});

test('lists of kept datasets not named by `current` are removed by their writer, or by prune a day later', async () => {
  const isList = (key: string): boolean => key.startsWith(KEPT_LISTS_PREFIX);
  const lists = (): number => [...model.objects.keys()].filter(isList).length;
  await publishThree();
  expect(lists()).toBe(1);
  await expect(publish('town', '4', { into: dying('remove', 0, isList) })).rejects.toThrow('ended');
  expect(lists()).toBe(2);
  later(HOUR_MS);
  await prune({ keep: 9 });
  expect(lists()).toBe(2);
  later(MAX_UPLOAD_MS);
  await prune({ keep: 9 });
  expect(lists()).toBe(1);
  expect(await garbageOf(bucket)).toEqual([]);
});

import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, KEPT_LISTS_PREFIX } from '../../src/format/object-keys.ts';
import {
  describeBucketVerification,
  describeRecovery,
} from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import { listBucket } from '../../tiles-builder/publish/list-bucket.ts';
import { pruneFormat } from '../../tiles-builder/publish/prune-format.ts';
import {
  IN_USE_MS,
  type PruneSummary,
  pruneVersions,
  UNFINISHED_KEPT_MS,
} from '../../tiles-builder/publish/prune-versions.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { recoverCurrent } from '../../tiles-builder/publish/recover-current.ts';
import { rollbackRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { withdrawRegion } from '../../tiles-builder/publish/withdraw-region.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { currentOf, faultsOf, garbageOf } from './stored-state.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 1);
const quiet = (): void => {};
/** Three tile sets of two objects and a list, and the manifest. */
const OBJECTS = 3 * (2 + 1) + 1;
let folders: string;
let model: R2Model;
let bucket: ReturnType<R2Model['client']>;
beforeEach(() => {
  folders = temporaryFolderOfTest();
  model = new R2Model();
  model.now_ms = START_MS;
  bucket = model.client();
});

async function publish(region: string, content: string, into = bucket): Promise<Manifest> {
  const folder = join(folders, `${region}-${content}`);
  const manifest = writeTinyDataset(folder, {
    region,
    content: {
      pedestrian: `${region} ${content}`,
      motorized: `${region} ${content}`,
      basemap: `${region} ${content}`,
    },
  });
  model.now_ms += HOUR_MS;
  await publishDataset(folder, into, quiet, { now: () => model.now_ms });
  return manifest;
}

const prune = (options: { keep?: number; dryRun?: boolean } = {}): Promise<PruneSummary> =>
  pruneVersions(bucket, { keep: 1, dryRun: false, now_ms: model.now_ms, progress: quiet, ...options });

const isOfDataset = (key: string): boolean => key !== CURRENT_KEY && !key.startsWith(KEPT_LISTS_PREFIX);

const later = (by_ms = HOUR_MS): void => {
  model.now_ms += by_ms;
};

describe('prune', () => {
  test('retains the live versions whole, and the newest one before each of them', async () => {
    const versions = [
      await publish('town', '1'),
      await publish('town', '2'),
      await publish('town', '3'),
      await publish('town-east', '1'),
      await publish('town-east', '2'),
    ].map(({ version }) => version);
    later();
    const summary = await prune();
    expect(summary).toMatchObject({
      pruned: [versions[0]],
      live: [versions[2], versions[4]],
      kept: [versions[1], versions[3]],
      objects: OBJECTS,
    });
    expect(model.objects.size).toBe(4 * OBJECTS + 2);
    expect([await faultsOf(bucket), await garbageOf(bucket)]).toEqual([[], []]);
  });

  test('--keep is the number of earlier versions of each region that stay', async () => {
    const versions = [await publish('town', '1'), await publish('town', '2'), await publish('town', '3')];
    later();
    expect((await prune({ keep: 2 })).pruned).toEqual([]);
    expect((await prune({ keep: 0 })).pruned).toEqual(versions.slice(0, 2).map(({ version }) => version));
    expect(model.objects.size).toBe(OBJECTS + 1);
  });

  test('removes nothing in a dry run, and says the same', async () => {
    for (const content of ['1', '2', '3']) await publish('town', content);
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
    let puts = 0;
    const dying = model.client({
      before: async ({ method, key }) => {
        if (method === 'put' && isOfDataset(key) && ++puts > 3) throw new Error('ended');
      },
    });
    await expect(publish('town', '2', dying)).rejects.toThrow('ended');
    expect(model.objects.size).toBe(OBJECTS + 3 + 2);
    later(UNFINISHED_KEPT_MS);
    expect((await prune()).objects).toBe(0);
    later(1);
    expect(await prune()).toMatchObject({
      objects: 3,
      pruned: [expect.stringContaining('(unfinished upload)')],
    });
    expect(await garbageOf(bucket)).toEqual([]);
  });

  test('removes what a broken removal left', async () => {
    for (const content of ['1', '2', '3']) await publish('town', content);
    later();
    let removals = 0;
    const dying = model.client({
      before: async ({ method, key }) => {
        if (method === 'remove' && isOfDataset(key) && ++removals > 2) throw new Error('ended');
      },
    });
    const options = { keep: 1, dryRun: false, now_ms: model.now_ms, progress: quiet };
    await expect(pruneVersions(dying, options)).rejects.toThrow('ended');
    expect(await garbageOf(bucket)).toHaveLength(OBJECTS - 2);
    later(2 * UNFINISHED_KEPT_MS);
    expect((await prune()).objects).toBe(OBJECTS - 2);
    expect(await garbageOf(bucket)).toEqual([]);
  });

  test('retains the tile sets that a live version shares with a pruned one', async () => {
    const shared = { pedestrian: 's', motorized: 's' };
    for (const basemap of ['1', '2', '3']) {
      const folder = join(folders, basemap);
      writeTinyDataset(folder, { region: 'town', content: { ...shared, basemap } });
      later();
      await publishDataset(folder, bucket, quiet, { now: () => model.now_ms });
    }
    later();
    expect(await prune({ keep: 0 })).toMatchObject({ objects: 2 * (3 + 1) });
    expect(await faultsOf(bucket)).toEqual([]);
  });

  test('leaves foreign objects and other formats alone, and says so', async () => {
    await publish('town', '1');
    const others = [
      'format-4/current',
      'format-4/datasets/town-0000000000000001/manifest.json',
      'format-4/x',
      'format-10/x',
      'format-9/x',
      'notes',
    ];
    for (const key of others) await bucket.put(key, new Uint8Array(1));
    expect(await prune({ keep: 0 })).toMatchObject({
      objects: 0,
      formats: [
        { format: 4, objects: 3, bytes: 3 },
        { format: 9, objects: 1, bytes: 1 },
        { format: 10, objects: 1, bytes: 1 },
      ],
      foreign: ['notes'],
    });
    expect((await listBucket(bucket)).formats.map(({ format }) => format)).toEqual([4, 9, 10]);
    for (const format of [FORMAT_VERSION, FORMAT_VERSION + 1, 9, 0, 1.5]) {
      const pruning = pruneFormat(format, bucket, { dryRun: false, progress: quiet });
      await expect(pruning).rejects.toThrow(`earlier format than ${FORMAT_VERSION}`);
    }
    expect(await pruneFormat(4, bucket, { dryRun: true, progress: quiet })).toMatchObject({ objects: 3 });
    await pruneFormat(4, bucket, { dryRun: false, progress: quiet });
    expect(others.filter((key) => model.objects.has(key))).toEqual(['format-10/x', 'format-9/x', 'notes']);
    expect(await faultsOf(bucket)).toEqual([]);
  });
});

test('a rollback to an incomplete version lists the versions to roll back to', async () => {
  const rollback = (version: string): Promise<unknown> =>
    rollbackRegion('town', version, bucket, model.now_ms);
  await publish('east', '1');
  await publish('east', '2');
  await publish('town', '1');
  const unknown = 'town-00000000000000ff';
  await expect(rollback(unknown)).rejects.toThrow(/of town there is no earlier version$/);
  await publish('town', '2');
  await publish('town', '3');
  const dying = model.client({
    before: async ({ method, key }) => {
      if (method === 'put' && isOfDataset(key)) throw new Error('ended');
    },
  });
  await expect(publish('town', '4', dying)).rejects.toThrow('ended');
  const { kept } = await currentOf(bucket);
  const [whole, unfinished] = ['whole', 'uploading'].map((state) =>
    kept.filter((stored) => stored.region === 'town' && stored.state === state).map(({ version }) => version),
  );
  expect([whole.length, unfinished.length]).toEqual([2, 1]);
  for (const version of [unknown, ...unfinished]) {
    const refusal = await rollback(version).catch(({ message }: Error) => message);
    expect(refusal).toMatch(/; of town there is (\S+), (\S+)$/);
    expect(String(refusal).split(' there is ')[1].split(', ').sort()).toEqual(whole.toSorted());
  }
});

test('a listing has versions, states, times, sizes, and unused objects', async () => {
  const [first, second] = [await publish('town', '1'), await publish('town', '2')];
  const other = await publish('east', '1');
  await bucket.put('format-8/basemap/0000000000000000/000000000000/tiles-8-1-1', new Uint8Array(7));
  const { versions, bytes, unused } = await listBucket(bucket);
  expect(versions.map(({ version, state }) => [version, state])).toEqual([
    [other.version, 'live'],
    [second.version, 'live'],
    [first.version, 'kept'],
  ]);
  expect(versions[1].since).toBe(new Date(START_MS + 2 * HOUR_MS).toISOString());
  const stored = [...model.objects].reduce(
    (sum, [key, object]) => sum + (isOfDataset(key) ? object.bytes.length : 0),
    0,
  );
  expect([bytes, unused]).toEqual([stored - 7, { objects: 1, bytes: 7 }]);
  expect(versions.reduce((sum, version) => sum + version.bytes, 0)).toBe(bytes);
});

describe('lists of kept datasets', () => {
  const listed = (): string[] => [...model.objects.keys()].filter((key) => key.startsWith(KEPT_LISTS_PREFIX));

  test('not named by `current` are removed by their writer, or by prune a day later', async () => {
    for (const content of ['1', '2', '3']) await publish('town', content);
    expect(listed()).toHaveLength(1);
    const dying = model.client({
      before: async ({ method, key }) => {
        if (method === 'remove' && key.startsWith(KEPT_LISTS_PREFIX)) throw new Error('ended');
      },
    });
    await expect(publish('town', '4', dying)).rejects.toThrow('ended');
    expect(listed()).toHaveLength(2);
    later(HOUR_MS);
    await prune({ keep: 9 });
    expect(listed()).toHaveLength(2);
    later(UNFINISHED_KEPT_MS);
    await prune({ keep: 9 });
    expect(listed()).toHaveLength(1);
    expect(await garbageOf(bucket)).toEqual([]);
  });

  test('never count as empty if missing or damaged', async () => {
    const versions = [await publish('town', '1'), await publish('town', '2')];
    const [key] = listed();
    const list = model.objects.get(key)!;
    for (const broken of [null, new Uint8Array(list.bytes.length)]) {
      model.objects.delete(key);
      if (broken) await bucket.put(key, broken);
      await expect(publish('town', '3')).rejects.toThrow(/list of kept datasets is missing or damaged/);
      await expect(prune({ keep: 0 })).rejects.toThrow(/recover-current|cannot be read/);
    }
    expect((await recoverCurrent(bucket, [versions[1].version], model.now_ms, quiet)).live).toHaveLength(1);
    expect((await currentOf(bucket)).kept).toMatchObject([{ version: versions[0].version }]);
  });
});

describe('verify --bucket', () => {
  test('finds live and kept versions whole, or names what is missing or damaged', async () => {
    const versions = [await publish('town', '1'), await publish('town', '2'), await publish('east', '1')];
    const faults = async (region: string | null = null): Promise<number[]> =>
      (await verifyBucket(bucket, region, quiet)).versions.map((version) => version.faults.length);
    expect(await faults()).toEqual([0, 0, 0]);
    expect(await faults('east')).toEqual([0]);
    await expect(verifyBucket(bucket, 'west', quiet)).rejects.toThrow(
      /no region in the bucket; there are east, town/,
    );
    for (const [key, object] of [...model.objects]) {
      if (!isOfDataset(key)) continue;
      model.objects.delete(key);
      expect(
        (await faults()).filter((count) => count > 0),
        key,
      ).toEqual([1]);
      await bucket.put(key, new Uint8Array(object.bytes.length));
      expect(
        (await faults()).filter((count) => count > 0),
        key,
      ).toEqual([1]);
      model.objects.set(key, object);
    }
    expect(versions).toHaveLength(3);
  });
});

test('a withdrawn region is retained, restored by rollback, and removed by prune', async () => {
  const [wrong, east] = [await publish('wrong', '1'), await publish('east', '1')];
  const withdraw = () => withdrawRegion('wrong', bucket, model.now_ms);
  expect(await withdraw()).toEqual({ region: 'wrong', version: wrong.version, liveRegions: ['east'] });
  await expect(withdraw()).rejects.toThrow(/is not live; the live regions are: east/);
  later();
  await prune();
  await rollbackRegion('wrong', wrong.version, bucket, model.now_ms);
  expect((await currentOf(bucket)).regions.map(({ version }) => version)).toEqual([
    east.version,
    wrong.version,
  ]);
  await withdraw();
  later();
  expect((await prune({ keep: 0 })).pruned).toEqual([wrong.version]);
  expect(await garbageOf(bucket)).toEqual([]);
  expect(await faultsOf(bucket)).toEqual([]);
});

describe('recover-current', () => {
  test('rebuilds it from whole versions, with the named ones live', async () => {
    const [first, second, east] = [
      await publish('town', '1'),
      await publish('town', '2'),
      await publish('east', '1'),
    ];
    const before = await currentOf(bucket);
    await expect(recoverCurrent(bucket, null, 0, quiet)).rejects.toThrow(/nothing is to be recovered/);
    const broken = await publish('west', '1');
    const lost = [...model.objects.keys()].find((key) =>
      key.startsWith(`format-8/basemap/${broken.basemap?.name}`),
    );
    model.objects.delete(String(lost));
    for (const damaged of [true, false]) {
      if (damaged) await bucket.put(CURRENT_KEY, new Uint8Array(9));
      else await bucket.remove(CURRENT_KEY);
      const found = await recoverCurrent(bucket, null, model.now_ms, quiet);
      expect(found).toMatchObject({
        recovered: false,
        live: [],
        whole: [first.version, second.version, east.version],
      });
      expect(found.broken).toEqual([expect.stringContaining(broken.version)]);
      await expect(recoverCurrent(bucket, [broken.version], 0, quiet)).rejects.toThrow(/not whole/);
      await expect(recoverCurrent(bucket, [first.version, second.version], 0, quiet)).rejects.toThrow(
        /two versions/,
      );
      await recoverCurrent(bucket, [second.version, east.version], model.now_ms, quiet);
      const after = await currentOf(bucket);
      const places = ({ regions, kept }: typeof before): unknown[] =>
        [...regions, ...kept].map(({ version, upload, manifest_sha256, sets }) => [
          version,
          upload,
          manifest_sha256,
          sets,
        ]);
      expect(places(after)).toEqual(places(before));
      expect(await faultsOf(bucket)).toEqual([]);
    }
  });

  test('says of which regions nothing is live that might be', async () => {
    const [town] = [await publish('town', '1'), await publish('east', '1')];
    await bucket.remove(CURRENT_KEY);
    const summary = await recoverCurrent(bucket, [town.version], model.now_ms, quiet);
    expect(summary).toMatchObject({ recovered: true, live: [town.version], notLive: ['east'] });
    expect(describeRecovery(summary, '--bucket tiles').join('\n')).toMatch(
      /rollback east --to VERSION --bucket tiles/,
    );
  });

  test('if no version is whole, starts with an empty list for new publications', async () => {
    const { version } = await publish('town', '1');
    for (const key of model.objects.keys()) if (key.endsWith('tiles-8-0-1')) model.objects.delete(key);
    await bucket.put(CURRENT_KEY, new Uint8Array(9));
    const found = await recoverCurrent(bucket, null, model.now_ms, quiet);
    expect(found).toMatchObject({ recovered: false, whole: [] });
    expect(describeRecovery(found, '--local').at(-1)).toContain('recover-current --none --local');
    await expect(publish('town', '1')).rejects.toThrow(/cannot be read/);
    expect(await recoverCurrent(bucket, [], model.now_ms, quiet)).toMatchObject({
      recovered: true,
      live: [],
    });
    await publish('town', '1');
    expect((await currentOf(bucket)).regions).toMatchObject([{ version }]);
    expect(await faultsOf(bucket)).toEqual([]);
  });
});

test('republishing a damaged version that is not live explains the consequences', async () => {
  const [first, second] = [await publish('town', '1'), await publish('town', '2')];
  for (const key of model.objects.keys()) if (key.endsWith('tiles-8-0-1')) model.objects.delete(key);
  const lines = describeBucketVerification(await verifyBucket(bucket, null, quiet), '--local');
  expect(lines.slice(-2)).toEqual([
    `  ${second.version}: npm run tiles -- publish FOLDER --local uploads again what is missing or damaged.`,
    `  ${first.version} is not live: npm run tiles -- publish FOLDER --local would upload again what is missing or damaged, and make it live.`,
  ]);
});

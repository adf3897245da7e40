/** What becomes of versions in a bucket: verification, rollback, withdrawal and recovery. */
import { describe, expect, test } from 'vitest';
import { CURRENT_KEY, KEPT_LISTS_PREFIX } from '../../src/format/object-keys.ts';
import {
  describeBucketVerification,
  describeRecovery,
} from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import { pruneVersions } from '../../tiles-builder/publish/prune-versions.ts';
import { recoverCurrent } from '../../tiles-builder/publish/recover-current.ts';
import { rollbackRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { withdrawRegion } from '../../tiles-builder/publish/withdraw-region.ts';
import { currentOf, faultsOf, garbageOf } from './stored-state.ts';
import { isOfDataset, quiet, versionedBucket } from './versioned-bucket.ts';

const { model, bucket, later, publish, dying } = versionedBucket();

const recover = (versions: readonly string[] | null) => recoverCurrent(bucket, versions, model.now_ms, quiet);
const loseMapPacks = (): void => {
  for (const key of model.objects.keys()) if (key.endsWith('tiles-8-0-1')) model.objects.delete(key);
};

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
  await expect(publish('town', '4', { into: dying('put', 0) })).rejects.toThrow('ended');
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

test('verify --bucket finds live and kept versions whole, or names what is missing or damaged', async () => {
  for (const [region, content] of [['town', '1'], ['town', '2'], ['east', '1']]) await publish(region, content); // biome-ignore format: a line
  const faults = async (region: string | null = null): Promise<number[]> =>
    (await verifyBucket(bucket, region, quiet)).versions.map((version) => version.faults.length);
  expect(await faults()).toEqual([0, 0, 0]);
  expect(await faults('east')).toEqual([0]);
  await expect(faults('west')).rejects.toThrow(/no region in the bucket; there are east, town/);
  for (const [key, object] of [...model.objects]) {
    if (!isOfDataset(key)) continue;
    for (const damage of [
      () => bucket.remove(key),
      () => bucket.put(key, new Uint8Array(object.bytes.length)),
    ]) {
      await damage();
      expect((await faults()).toSorted(), key).toEqual([0, 0, 1]);
    }
    model.objects.set(key, object);
  }
});

test('a damaged version that is not live: what publishing it again would do is explained', async () => {
  const [first, second] = [await publish('town', '1'), await publish('town', '2')];
  loseMapPacks();
  const lines = describeBucketVerification(await verifyBucket(bucket, null, quiet), '--local');
  expect(lines.slice(-2)).toEqual([
    `  ${second.version}: npm run tiles -- publish FOLDER --local uploads again what is missing or damaged.`,
    `  ${first.version} is not live: npm run tiles -- publish FOLDER --local would upload again what is missing or damaged, and make it live.`,
  ]);
});

test('a withdrawn region is retained, restored by rollback, and removed by prune', async () => {
  const [wrong, east] = [await publish('wrong', '1'), await publish('east', '1')];
  const withdraw = () => withdrawRegion('wrong', bucket, model.now_ms);
  const prune = (keep: number) =>
    pruneVersions(bucket, { keep, dryRun: false, now_ms: model.now_ms, progress: quiet });
  expect(await withdraw()).toEqual({ region: 'wrong', version: wrong.version, liveRegions: ['east'] });
  await expect(withdraw()).rejects.toThrow(/is not live; the live regions are: east/);
  later();
  await prune(1);
  await rollbackRegion('wrong', wrong.version, bucket, model.now_ms);
  const live = (await currentOf(bucket)).regions.map(({ version }) => version);
  expect(live).toEqual([east.version, wrong.version]);
  await withdraw();
  later();
  expect((await prune(0)).pruned).toEqual([wrong.version]);
  expect([await garbageOf(bucket), await faultsOf(bucket)]).toEqual([[], []]);
});

test('a list of kept datasets never counts as empty if missing or damaged', async () => {
  const versions = [await publish('town', '1'), await publish('town', '2')];
  const [key, list] = [...model.objects].find(([name]) => name.startsWith(KEPT_LISTS_PREFIX))!;
  for (const broken of [null, new Uint8Array(list.bytes.length)]) {
    model.objects.delete(key);
    if (broken) await bucket.put(key, broken);
    await expect(publish('town', '3')).rejects.toThrow(/list of kept datasets is missing or damaged/);
  }
  expect((await recover([versions[1].version])).live).toHaveLength(1);
  expect((await currentOf(bucket)).kept).toMatchObject([{ version: versions[0].version }]);
});

describe('recover-current', () => {
  test('rebuilds it from whole versions, with the named ones live', async () => {
    const [first, second, east] = [
      await publish('town', '1'),
      await publish('town', '2'),
      await publish('east', '1'),
    ];
    const before = await currentOf(bucket);
    await expect(recover(null)).rejects.toThrow(/nothing is to be recovered/);
    const broken = await publish('west', '1');
    const [lost] = [...model.objects.keys()].filter((key) => key.includes(`/${broken.basemap!.name}/`));
    model.objects.delete(lost);
    for (const damaged of [true, false]) {
      if (damaged) await bucket.put(CURRENT_KEY, new Uint8Array(9));
      else await bucket.remove(CURRENT_KEY);
      expect(await recover(null)).toMatchObject({
        recovered: false,
        live: [],
        whole: [first.version, second.version, east.version],
        broken: [expect.stringContaining(broken.version)],
      });
      await expect(recover([broken.version])).rejects.toThrow(/not whole/);
      await expect(recover([first.version, second.version])).rejects.toThrow(/two versions/);
      await recover([second.version, east.version]);
      const places = ({ regions, kept }: typeof before): unknown[] =>
        [...regions, ...kept].map(({ version, upload, manifest_sha256, sets }) => [
          version,
          upload,
          manifest_sha256,
          sets,
        ]);
      expect(places(await currentOf(bucket))).toEqual(places(before));
      expect(await faultsOf(bucket)).toEqual([]);
    }
  });

  test('says of which regions nothing is live that might be', async () => {
    const [town] = [await publish('town', '1'), await publish('east', '1')];
    await bucket.remove(CURRENT_KEY);
    const summary = await recover([town.version]);
    expect(summary).toMatchObject({ recovered: true, live: [town.version], notLive: ['east'] });
    expect(describeRecovery(summary, '--bucket tiles').join('\n')).toMatch(
      /rollback east --to VERSION --bucket tiles/,
    );
  });

  test('if no version is whole, starts with an empty list for new publications', async () => {
    const { version } = await publish('town', '1');
    loseMapPacks();
    await bucket.put(CURRENT_KEY, new Uint8Array(9));
    const found = await recover(null);
    expect(found).toMatchObject({ recovered: false, whole: [] });
    expect(describeRecovery(found, '--local').at(-1)).toContain('recover-current --none --local');
    expect(await recover([])).toMatchObject({ recovered: true, live: [] });
    await publish('town', '1');
    expect((await currentOf(bucket)).regions).toMatchObject([{ version }]);
    expect(await faultsOf(bucket)).toEqual([]);
  });
});

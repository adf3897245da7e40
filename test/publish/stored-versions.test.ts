/** What becomes of versions in a bucket: listing, verification, rollback, withdrawal, garbage collection and recovery. */
import { describe, expect, test } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { CURRENT_KEY, formatPrefix, tileSetPrefix } from '../../src/format/object-keys.ts';
import { describePrune, describeRecovery } from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { readStateOf } from '../../tiles-builder/publish/bucket-state.ts';
import { listBucket } from '../../tiles-builder/publish/list-bucket.ts';
import { IN_USE_MS, MIN_AGE_MS } from '../../tiles-builder/publish/prune-versions.ts';
import { recoverCurrent } from '../../tiles-builder/publish/recover-current.ts';
import { rollbackRegion, withdrawRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { faultsIn, HOUR_MS, liveIn, OBJECTS, quiet, START_MS, versionedBucket } from './versioned-bucket.ts';

const { model, bucket, now, later, write, publish, prune, dying, garbage } = versionedBucket();

const three = async (): Promise<string[]> => {
  const versions: string[] = [];
  for (const letters of ['abc', 'def', 'ghi']) versions.push((await publish('town', letters)).version);
  return versions;
};
const rollback = (version: string, region = 'town', from: Bucket = bucket) =>
  rollbackRegion(region, version, from, now());
const recover = (versions: readonly string[] | null) =>
  recoverCurrent(bucket, versions, { now_ms: now(), progress: quiet });
const loseMapPacks = (): void => {
  for (const key of model.objects.keys()) if (key.endsWith('tiles-8-0-1')) model.objects.delete(key);
};

describe('prune', () => {
  test('retains the live versions whole, and as many before each of them as --keep says', async () => {
    const versions = await three();
    for (const letters of ['jkl', 'mno']) versions.push((await publish('east', letters)).version);
    later();
    const before = new Map(model.objects);
    const summary = { pruned: [versions[0]], live: [versions[4], versions[2]], objects: OBJECTS };
    expect(await prune({ dryRun: true })).toMatchObject({ ...summary, dryRun: true });
    expect(model.objects).toEqual(before);
    expect(await prune()).toMatchObject({ ...summary, kept: [versions[1], versions[3]], dryRun: false });
    expect(model.objects.size).toBe(4 * OBJECTS + 1);
    expect((await prune({ keep: 0 })).pruned).toEqual([versions[1], versions[3]]);
    expect(model.objects.size).toBe(2 * OBJECTS + 1);
    expect([await faultsIn(bucket), await garbage()]).toEqual([[], 0]);
  });

  test('drops no version that requests may read, and removes no object of the last day', async () => {
    const [first, second] = await three();
    later(IN_USE_MS);
    expect(await prune({ keep: 1 })).toMatchObject({ pruned: [first], inUse: [] });
    const inUse = await prune({ keep: 0 });
    expect(inUse.pruned).toEqual([]);
    expect(describePrune(inUse).join()).toContain(
      `Of these, ${second} was live until less than 2 minutes ago`,
    );
    later(1);
    const young = await prune({ keep: 0 });
    expect(young).toMatchObject({ objects: 0, young: { objects: 2 * OBJECTS } });
    expect(describePrune(young).join()).toContain(
      `written less than a day ago, as by an upload that goes on`,
    );
    later(MIN_AGE_MS);
    expect(await prune({ keep: 0 })).toMatchObject({ pruned: [], objects: 2 * OBJECTS });
    expect(model.objects.size).toBe(OBJECTS + 1);
  });

  test('retains the tile sets that a live version shares with a pruned one', async () => {
    for (const letters of ['abc', 'abd', 'abe']) await publish('town', letters);
    later();
    expect(await prune({ keep: 0 })).toMatchObject({ objects: 2 * (3 + 1) });
    expect(await faultsIn(bucket)).toEqual([]);
  });

  test('that was broken off holds publications and other prunes up for half an hour', async () => {
    await three();
    later();
    await expect(prune({ keep: 0 }, dying('remove', 2))).rejects.toThrow('ended');
    expect(await garbage()).toBe(2 * OBJECTS - 2);
    await expect(prune()).rejects.toThrow(/^Objects are being removed from the bucket since 2026-11-02T04/);
    await rollback((await publish('town', 'ghi')).version);
    later(HOUR_MS / 2 + 1);
    expect(await prune({ keep: 0 })).toMatchObject({ objects: 2 * OBJECTS - 2, left: 0 });
    expect(await garbage()).toBe(0);
  });

  test('says what is left where removals take too long, or are not answered', async () => {
    await three();
    later();
    const before = async ({ method }: { method: string }): Promise<void> => {
      if (method === 'remove') later(HOUR_MS / 12);
    };
    const slow = await prune({ keep: 0 }, model.client({ before }));
    expect(slow.left).toBe(0);
    await three();
    later();
    let answers = 0;
    const lost = model.client({ after: async ({ method }) => method === 'remove' && ++answers === 1 });
    await prune({ keep: 0 }, lost);
    expect((await readStateOf(bucket)).removal.ended).toBe(false);
  });

  test('leaves foreign objects and other formats alone, and says so', async () => {
    await publish('town', 'abc');
    const others = [
      `${formatPrefix(FORMAT_VERSION - 1)}current`,
      'notes',
      `${formatPrefix(FORMAT_VERSION)}kept/1`,
    ];
    for (const key of others) await bucket.put(key, new Uint8Array(1));
    later();
    const { objects, foreign } = await prune({ keep: 0 });
    expect([objects, foreign.toSorted()]).toEqual([0, others.toSorted()]);
    expect(others.every((key) => model.objects.has(key))).toBe(true);
    expect(await faultsIn(bucket)).toEqual([]);
  });
});

test('a listing has versions, states, times, sizes, and unused objects', async () => {
  const [first, second] = [await publish('town', 'abc'), await publish('town', 'def')];
  const other = await publish('east', 'ghi');
  await bucket.put(`${tileSetPrefix('basemap', '0'.repeat(16))}tiles-8-1-1`, new Uint8Array(7));
  const { versions, bytes, unused } = await listBucket(bucket);
  expect(versions.map(({ version, state }) => [version, state])).toEqual([
    [other.version, 'live'],
    [second.version, 'live'],
    [first.version, 'kept'],
  ]);
  expect(versions[1].since).toBe(new Date(START_MS + 2 * HOUR_MS).toISOString());
  const stored = [...model.objects].filter(([key]) => key !== CURRENT_KEY);
  expect(bytes).toBe(stored.reduce((sum, [, object]) => sum + object.bytes.length, 0) - 7);
  expect(unused).toEqual({ objects: 1, bytes: 7 });
  expect(versions.reduce((sum, version) => sum + version.bytes, 0)).toBe(bytes);
});

test('verify and rollback name what is missing or damaged, whichever object it is', async () => {
  const { version } = await publish('town', 'abc');
  await publish('town', 'def');
  const current = model.objects.get(CURRENT_KEY);
  await expect(verifyBucket(bucket, 'west', quiet)).rejects.toThrow(
    /no region in the bucket; there are town/,
  );
  const ofFirst = [...model.objects].filter(([, { writtenAt_ms }]) => writtenAt_ms === START_MS + HOUR_MS);
  expect(ofFirst).toHaveLength(OBJECTS);
  for (const [key, object] of ofFirst) {
    const damages = [() => bucket.remove(key), () => bucket.put(key, new Uint8Array(object.bytes.length))];
    for (const damage of damages) {
      await damage();
      expect(await faultsIn(bucket)).toEqual([expect.stringContaining(key)]);
      await expect(rollback(version), key).rejects.toThrow(/is not whole any more/);
    }
    model.objects.set(key, object);
  }
  expect(model.objects.get(CURRENT_KEY)).toBe(current);
  await expect(rollback('town-00000000000000ff')).rejects.toThrow(new RegExp(`of town there is ${version}$`));
  await expect(rollback(version, 'village')).rejects.toThrow(/region town, not of village/);
  expect(await rollback(version)).toMatchObject({ wasLive: false, liveRegions: ['town'] });
  expect(await rollback(version)).toMatchObject({ wasLive: true });
});

test('a withdrawn region is retained, restored by rollback, and removed by prune', async () => {
  const [wrong, east] = [await publish('wrong', 'abc'), await publish('east', 'def')];
  const withdraw = () => withdrawRegion('wrong', bucket, now());
  expect(await withdraw()).toEqual({ region: 'wrong', version: wrong.version, liveRegions: ['east'] });
  await expect(withdraw()).rejects.toThrow(/is not live; the live regions are: east/);
  later();
  await prune();
  await rollback(wrong.version, 'wrong');
  expect(await liveIn(bucket)).toEqual([east.version, wrong.version]);
  await withdraw();
  later();
  expect(await prune({ keep: 0 })).toMatchObject({ pruned: [wrong.version], objects: OBJECTS });
});

describe('recover-current', () => {
  test('rebuilds it from whole versions, with the named ones live', async () => {
    const versions = [
      await publish('town', 'abc'),
      await publish('town', 'def'),
      await publish('east', 'ghi'),
    ];
    const [first, second, east] = versions.map(({ version }) => version);
    const before = await readStateOf(bucket);
    await expect(recover(null)).rejects.toThrow(/nothing is to be recovered/);
    const broken = await publish('west', 'jkl');
    model.objects.delete(
      [...model.objects.keys()].find((key) => key.includes(broken.manifest.basemap!.name))!,
    );
    for (const damaged of [true, false]) {
      if (damaged) await bucket.put(CURRENT_KEY, new Uint8Array(9));
      else await bucket.remove(CURRENT_KEY);
      const whole = [first, second, east];
      const listed = { recovered: false, whole, broken: [expect.stringContaining(broken.version)] };
      expect(await recover(null)).toMatchObject(listed);
      await expect(recover([broken.version])).rejects.toThrow(/not whole/);
      await expect(recover([first, second])).rejects.toThrow(/two versions/);
      await recover([second, east]);
      const { regions, kept } = await readStateOf(bucket);
      const contentOf = (one: object): object => ({ ...one, since: null, built_at: null });
      expect(regions.map(contentOf)).toEqual(before.regions.map(contentOf));
      expect(kept.map(contentOf)).toEqual(before.kept.map(contentOf));
      expect(await faultsIn(bucket)).toEqual([]);
    }
  });

  test('says of which regions nothing is live that might be, and that nothing is whole', async () => {
    const [town] = [await publish('town', 'abc'), await publish('east', 'def')];
    await bucket.remove(CURRENT_KEY);
    const summary = await recover([town.version]);
    expect(summary).toMatchObject({ recovered: true, live: [town.version], notLive: ['east'] });
    const told = describeRecovery(summary, '--bucket tiles').join('\n');
    expect(told).toMatch(/rollback east --to VERSION --bucket tiles/);
    loseMapPacks();
    await bucket.remove(CURRENT_KEY);
    const lost = await recover(null);
    expect(lost).toMatchObject({ whole: [], live: [] });
    expect(describeRecovery(lost, '--local').join()).toContain('--none --local');
    await recover([]);
    expect(await publish('town', 'abc')).toMatchObject({ wasLive: false, uploaded: 1 });
  });
});

test('a version that is pruned at any moment is no fault for verify, and rollback does not make it live', async () => {
  /** Runs `command` once for each of its calls, before which the kept version is pruned. */
  async function atEachCall(command: (bucket: Bucket) => Promise<void>): Promise<number> {
    for (let at = 0; ; at++) {
      model.objects.clear();
      for (const letters of ['abc', 'dbe']) await publish('town', letters);
      later();
      let calls = 0;
      const before = async (): Promise<void> => {
        if (calls++ === at) await prune({ keep: 0 });
      };
      await command(model.client({ before }));
      if (calls <= at) return at;
    }
  }
  const [kept, live] = ['abc', 'dbe'].map((letters) => write('town', letters).manifest.version);
  let removed = 0;
  const calls = await atEachCall(async (bucket) => {
    const verification = await verifyBucket(bucket, null, quiet);
    removed += verification.removed.length;
    const seen = [...verification.versions.map(({ version }) => version), ...verification.removed];
    expect(seen.filter((version) => version !== kept)).toEqual([live]);
    expect(verification.versions.flatMap(({ faults }) => faults)).toEqual([]);
  });
  expect(removed).toBeGreaterThan(calls / 4);
  const said: string[] = [];
  await atEachCall(async (bucket) => {
    await rollback(kept, 'town', bucket).catch(({ message }: Error) => said.push(message));
    expect(await faultsIn(model.client())).toEqual([]);
  });
  expect(said.length).toBeGreaterThan(3);
});

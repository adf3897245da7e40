import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import {
  describeBucketVerification,
  describePublish,
} from '../../tiles-builder/commands/tiles/describe-bucket.ts';
import { md5Of } from '../../tiles-builder/dataset/checksums.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { BucketProblem } from '../../tiles-builder/publish/bucket-problem.ts';
import { openLocalBucket } from '../../tiles-builder/publish/local-bucket.ts';
import { IN_USE_MS, pruneVersions } from '../../tiles-builder/publish/prune-versions.ts';
import { type PublishSummary, publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { recoverCurrent } from '../../tiles-builder/publish/recover-current.ts';
import { rollbackRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { ALL_CHANGES } from '../../tiles-builder/publish/version-change/excesses.ts';
import { type CallHooks, R2Model } from '../support/buckets/r2-model.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { garbageOf } from './stored-state.ts';

const quiet = (): void => {};
const accept = new Set(ALL_CHANGES);
const NOW_MS = Date.UTC(2026, 10, 1);

let folders: string;
beforeEach(() => {
  folders = temporaryFolderOfTest();
});

/** @param letters content of its tile sets; equal ones are shared */
function dataset(letters: string): { folder: string; version: string } {
  const folder = join(folders, letters);
  const [pedestrian, motorized, basemap] = letters;
  const content = { pedestrian, motorized, basemap };
  return { folder, version: writeTinyDataset(folder, { region: 'town', content }).version };
}

const publish = (folder: string, bucket: Bucket, now_ms = NOW_MS): Promise<PublishSummary> =>
  publishDataset(folder, bucket, quiet, { accept, now: () => now_ms });

const verify = (bucket: Bucket) => verifyBucket(bucket, null, quiet);
const faultsIn = async (bucket: Bucket): Promise<string[]> =>
  (await verify(bucket)).versions.flatMap(({ faults }) => faults);

describe('a bucket with the ETags of what was sent, whatever its disk has', () => {
  let model: R2Model;
  beforeEach(() => {
    model = new R2Model();
    model.now_ms = NOW_MS;
  });
  const read = (hooks?: CallHooks): Bucket => ({ ...model.client(hooks), trustsLists: false });

  function flip(key: string, bit: number): void {
    const object = model.objects.get(key);
    if (!object) throw new Error(`no ${key}`);
    const bytes = new Uint8Array(object.bytes);
    bytes[(bit >> 3) % bytes.length] ^= 1 << (bit & 7);
    model.objects.set(key, { ...object, bytes });
  }
  const etagsMatch = (): boolean =>
    [...model.objects.values()].every(({ bytes, etag }) => md5Of(bytes) === etag);

  test.each([
    ['a fixed seed', 27],
    ['a fresh seed', Math.floor(Math.random() * 2 ** 30)],
  ])(
    'any flipped bits are named, repaired under the same keys, and nothing else is written, from %s',
    async (_, seed) => {
      const { folder } = dataset('abc');
      await publish(folder, model.client());
      const whole = new Map(model.objects);
      const keys = [...model.objects.keys()].filter((key) => key !== CURRENT_KEY);
      const flips = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.nat()), {
        minLength: 1,
        maxLength: 4,
        selector: ([key]) => key,
      });
      await fc.assert(
        fc.asyncProperty(flips, async (damaged) => {
          for (const [key, object] of whole) model.objects.set(key, object);
          for (const [key, bit] of damaged) flip(key, bit);
          const named = await faultsIn(read());
          expect(named.length).toBeGreaterThan(0);
          for (const fault of named) expect(damaged.some(([key]) => fault.includes(key))).toBe(true);
          const hidesOthers = damaged.some(([key]) => /manifest\.json$|objects\.txt$/.test(key));
          if (!hidesOthers) expect(named).toHaveLength(damaged.length);
          const written: string[] = [];
          const bucket = read({
            before: async ({ method, key }) => {
              if (method === 'put') written.push(key);
            },
          });
          expect(await publish(folder, bucket)).toMatchObject({ wasLive: true, uploaded: damaged.length });
          expect(written.sort()).toEqual(damaged.map(([key]) => key).sort());
          expect(await faultsIn(read())).toEqual([]);
          expect(new Map(Array.from(model.objects, ([key, { bytes }]) => [key, bytes]))).toEqual(
            new Map(Array.from(whole, ([key, { bytes }]) => [key, bytes])),
          );
        }),
        { seed, numRuns: 30 },
      );
    },
  );

  test('messages say what was compared, and how to repair', async () => {
    const { folder, version } = dataset('abc');
    await publish(folder, model.client());
    const key = [...model.objects.keys()].find((each) => each.endsWith('tiles-8-0-1')) ?? '';
    flip(key, 99);
    const [listed, all] = [await verify(model.client()), await verify(read())];
    expect(describeBucketVerification(listed, '--bucket tiles').at(-1)).toMatch(
      /has the size and checksum .* as the bucket lists them; --read reads every byte\.$/,
    );
    expect(describeBucketVerification(all, '--bucket tiles')).toEqual([
      `  FAULT: ${version} (live) is not whole:`,
      `    ${key} is damaged`,
      '1 of 1 versions are damaged.',
      `  ${version}: npm run tiles -- publish FOLDER --bucket tiles --read uploads again what is missing or damaged.`,
    ]);
    expect(describeBucketVerification(all, '--local').at(-1)).toContain('publish FOLDER --local uploads');
    const unread = await publish(folder, model.client());
    expect(describePublish(unread, '--bucket tiles').join()).toMatch(
      /all of its objects are there \(by size and checksum as the bucket lists them; --read reads every byte\)/,
    );
    expect(etagsMatch()).toBe(false);
    expect(describePublish(await publish(folder, read()), '--bucket tiles').join()).toMatch(
      /1 objects .* that were missing or damaged \(every byte was read\) were uploaded again/,
    );
    expect(etagsMatch()).toBe(true);
    expect(describePublish(await publish(folder, read()), '--bucket tiles').join()).toContain(
      'all of its objects are there (every byte was read)',
    );
    expect(describeBucketVerification(await verify(read()), '--local').at(-1)).toBe(
      'Every byte of these versions is in the bucket as it was published.',
    );
  });

  test('a damaged tile set that a new version shares is repaired before the version goes live', async () => {
    await publish(dataset('abc').folder, model.client());
    flip([...model.objects.keys()].find((key) => key.includes('/basemap/')) ?? '', 5);
    expect(await publish(dataset('dbc').folder, read())).toMatchObject({ wasLive: false });
    expect(etagsMatch()).toBe(true);
  });

  describe.each([true, false])('while others work (lists are trusted: %s)', (trustsLists) => {
    async function atEachCall(
      prepare: () => Promise<void>,
      meanwhile: () => Promise<void>,
      command: (bucket: Bucket) => Promise<void>,
    ): Promise<number> {
      for (let at = 0; ; at++) {
        await prepare();
        let calls = 0;
        const before = async (): Promise<void> => {
          if (calls++ === at) await meanwhile();
        };
        await command({ ...model.client({ before }), trustsLists });
        if (calls <= at) return at;
      }
    }

    /** `abc` is kept, `dbe` is live. */
    async function twoVersions(): Promise<void> {
      model.objects.clear();
      await publish(dataset('abc').folder, model.client());
      await publish(dataset('dbe').folder, model.client());
      model.now_ms = NOW_MS + IN_USE_MS + 1;
    }
    const prune = async (): Promise<void> => {
      const options = { keep: 0, dryRun: false, now_ms: model.now_ms, progress: quiet };
      await pruneVersions(model.client(), options);
    };

    test('a version that is pruned during verify is no fault, and a damaged live one is', async () => {
      const [kept, live] = [dataset('abc').version, dataset('dbe').version];
      let removed = 0;
      const calls = await atEachCall(twoVersions, prune, async (bucket) => {
        const verification = await verify(bucket);
        removed += verification.removed.length;
        expect(verification.versions.flatMap(({ faults }) => faults)).toEqual([]);
        const seen = [...verification.versions.map(({ version }) => version), ...verification.removed];
        expect(seen.filter((version) => version !== kept)).toEqual([live]);
        if (verification.removed.length > 0) {
          expect(describeBucketVerification(verification, '--local').join()).toContain(
            `${kept}: was removed while it was verified`,
          );
        }
      });
      expect(calls).toBeGreaterThan(5);
      expect(removed).toBeGreaterThan(calls / 4);
      await twoVersions();
      const [lost = ''] = [...model.objects.keys()].filter((key) => key.includes('/basemap/')).slice(-1);
      model.objects.delete(lost);
      await prune();
      const verification = await verify(read());
      expect(verification.versions).toMatchObject([{ version: live, faults: [`${lost} is missing`] }]);
    });

    test('a rollback to a version that is pruned meanwhile says so', async () => {
      let pruned = 0;
      await atEachCall(twoVersions, prune, async (bucket) => {
        const said = await rollbackRegion('town', dataset('abc').version, bucket, model.now_ms).catch(
          (cause: Error) => cause.message,
        );
        if (typeof said !== 'string') return;
        pruned++;
        expect(said).toMatch(/was removed by prune a moment ago|never published, or pruned/);
      });
      expect(pruned).toBeGreaterThan(3);
    });

    test('a repair of a version that is replaced and pruned meanwhile does not claim that it is live', async () => {
      const { folder, version } = dataset('abc');
      const damagedOne = async (): Promise<void> => {
        model.objects.clear();
        await publish(folder, model.client());
        model.objects.delete([...model.objects.keys()].find((key) => key.includes('/basemap/')) ?? '');
      };
      let replaced = 0;
      const replaceAndPrune = async (): Promise<void> => {
        await publish(dataset('dbe').folder, model.client());
        model.now_ms += IN_USE_MS + 1;
        await prune();
      };
      await atEachCall(damagedOne, replaceAndPrune, async (bucket) => {
        const outcome = await publish(folder, bucket, model.now_ms).catch((cause: unknown) => cause);
        const { regions } = await verifyLive();
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(BucketProblem);
          replaced++;
        } else expect(regions).toContain(version);
        model.now_ms += IN_USE_MS + 1;
        await prune();
        expect(await garbageOf(model.client())).toEqual([]);
        expect(await faultsIn(read())).toEqual([]);
      });
      expect(replaced).toBeGreaterThan(3);
    });

    const verifyLive = async (): Promise<{ regions: string[] }> => ({
      regions: (await verify(read())).versions
        .filter(({ state }) => state === 'live')
        .map((each) => each.version),
    });
  });
});

describe('the local bucket, whose list shows no damage', () => {
  const kinds: readonly (readonly [string, (file: string) => void])[] = [
    [
      'a flipped bit',
      (file) => {
        const bytes = readFileSync(file);
        bytes[bytes.length >> 1] ^= 4;
        writeFileSync(file, bytes);
      },
    ],
    ['cut off', (file) => truncateSync(file, 3)],
    ['empty', (file) => truncateSync(file, 0)],
    ['longer', (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('x')]))],
    ['without its file', (file) => rmSync(file)],
  ];

  test('each kind of damage, of another kind of object each time, is named and repaired', async () => {
    const state = join(folders, 'state');
    const bucket = await openLocalBucket(state);
    try {
      const { folder, version } = dataset('abc');
      await publish(folder, bucket);
      const blobs = join(state, 'r2/population-tiles/blobs');
      const keys = (await bucket.list('')).map(({ key }) => key);
      for (const [index, [kind, damage]] of kinds.entries()) {
        const name = ['manifest.json', 'objects.txt', 'separators-', 'tiles-'][index % 4];
        const key = keys.find((each) => each.includes(name)) ?? '';
        const stored = await bucket.get(key);
        const file = readdirSync(blobs).find((blob) =>
          readFileSync(join(blobs, blob)).equals(stored?.bytes ?? Buffer.alloc(0)),
        );
        damage(join(blobs, String(file)));
        expect(await faultsIn(bucket), kind).toEqual([expect.stringContaining(key)]);
        expect(await publish(folder, bucket), kind).toMatchObject({ version, wasLive: true, uploaded: 1 });
        expect(await faultsIn(bucket)).toEqual([]);
      }
      // Reports a damaged `current`, and rebuilds it.
      const current = (await bucket.get(CURRENT_KEY))?.bytes ?? Buffer.alloc(0);
      const file = readdirSync(blobs).find((blob) => readFileSync(join(blobs, blob)).equals(current));
      truncateSync(join(blobs, String(file)), 9);
      await expect(verify(bucket)).rejects.toThrow(/list of live datasets cannot be read/);
      await recoverCurrent(bucket, [version], NOW_MS, quiet);
      expect((await verify(bucket)).versions).toMatchObject([{ version, state: 'live', faults: [] }]);
    } finally {
      await bucket.close();
    }
  }, 120_000);
});

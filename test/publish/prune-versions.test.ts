/** Which versions are removed from a bucket, and when. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentRegionOf, writeCurrent } from '../../src/format/current.ts';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { keyPrefix } from '../../tiles-builder/dataset/dataset-folder.ts';
import {
  IN_USE_MS,
  type PruneSummary,
  pruneVersions,
  UNFINISHED_KEPT_MS,
} from '../../tiles-builder/publish/prune-versions.ts';
import { rollbackRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type StreetTown, streetTown } from '../support/street-dataset.ts';

const NOW_MS = Date.UTC(2026, 10, 1);
const HOUR_MS = 3_600_000;
const town = (region: string, number: number): StreetTown =>
  streetTown({ region, near: [10, 52], version: `${region}-000000000000000${number}` });
/** Versions of two regions, the oldest first; a name that another one begins with is another region. */
const versions = [
  town('town', 1),
  town('town', 2),
  town('town', 3),
  town('town-east', 4),
  town('town-east', 5),
];
const [first, second, third, east, newEast] = versions.map(({ manifest }) => manifest.version) as [
  string,
  string,
  string,
  string,
  string,
];

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
  versions.forEach(({ objects }, age) => {
    for (const [key, bytes] of objects) put(key, bytes, NOW_MS - (100 - age) * HOUR_MS);
  });
  makeLive([versions[2]!, versions[4]!], NOW_MS - HOUR_MS);
});
afterEach(() => server.close());

function put(key: string, bytes: Uint8Array, at_ms: number): void {
  server.objects.set(`/tiles/${key}`, Buffer.from(bytes));
  server.writtenAt_ms.set(`/tiles/${key}`, at_ms);
}

function makeLive(live: readonly StreetTown[], at_ms: number): void {
  const regions = live.map(({ manifest, objects }) =>
    currentRegionOf(objects.get(manifestKey(manifest.version))!),
  );
  put(CURRENT_KEY, writeCurrent(regions), at_ms);
}

const prune = (options: { keep?: number; dryRun?: boolean } = {}): Promise<PruneSummary> =>
  pruneVersions(server.bucket, { keep: 1, dryRun: false, now_ms: NOW_MS, progress: () => {}, ...options });

const objectsOf = (version: string): string[] =>
  [...server.objects.keys()].filter((path) => path.startsWith(`/tiles/${keyPrefix(version)}`));

test('the live versions stay whole, and the newest one before each of them', async () => {
  const summary = await prune();
  expect(summary).toEqual({
    pruned: [first],
    kept: [east, newEast, second, third].sort(),
    objects: versions[0]!.objects.size,
    dryRun: false,
  });
  expect(objectsOf(first)).toEqual([]);
  for (const { manifest, objects } of versions.slice(1)) {
    expect(objectsOf(manifest.version)).toHaveLength(objects.size);
  }
  expect((await rollbackRegion('town', second, server.bucket)).version).toBe(second);
  await expect(rollbackRegion('town', first, server.bucket)).rejects.toThrow(/pruned/);
});

test('--keep says how many earlier versions of each region stay', async () => {
  expect((await prune({ keep: 2 })).pruned).toEqual([]);
  expect((await prune({ keep: 0 })).pruned).toEqual([east, first, second].sort());
});

test('a dry run removes nothing', async () => {
  const before = server.objects.size;
  expect((await prune({ dryRun: true })).pruned).toEqual([first]);
  expect(server.objects.size).toBe(before);
});

test('nothing is removed while requests may be reading the version before', async () => {
  makeLive([versions[2]!, versions[4]!], NOW_MS - IN_USE_MS + 30_000);
  await expect(prune()).rejects.toThrow('try again in 30 s');
  expect(objectsOf(first)).toHaveLength(versions[0]!.objects.size);
});

test('an upload that goes on is not removed, one that was broken off long ago is', async () => {
  const upload = town('town', 6);
  const unfinished = [...upload.objects].filter(([key]) => key !== manifestKey(upload.manifest.version));
  for (const [key, bytes] of unfinished) put(key, bytes, NOW_MS - UNFINISHED_KEPT_MS + 1);
  expect((await prune()).pruned).toEqual([first]);
  for (const [key, bytes] of unfinished) put(key, bytes, NOW_MS - UNFINISHED_KEPT_MS - 1);
  expect((await prune()).pruned).toEqual([upload.manifest.version]);
});

test('a version that was finished a moment ago, and is about to go live, stays', async () => {
  const next = town('town', 7);
  for (const [key, bytes] of next.objects) put(key, bytes, NOW_MS - 1_000);
  expect((await prune({ keep: 0 })).kept).toContain(next.manifest.version);
});

test('without a pointer that can be read nothing is removed', async () => {
  server.objects.delete(`/tiles/${CURRENT_KEY}`);
  await expect(prune()).rejects.toThrow(/no live region/);
  put(CURRENT_KEY, Buffer.from('{}'), 0);
  await expect(prune()).rejects.toThrow(/no live region/);
});

test('a version whose removal was broken off is no version to go back to, and is removed the next time', async () => {
  const whole = objectsOf(first).length;
  server.cut = () => (objectsOf(first).length > whole - 2 ? null : 'at-once');
  await expect(prune()).rejects.toThrow();
  server.cut = () => null;
  expect(objectsOf(first).length).toBeGreaterThan(0);
  await expect(rollbackRegion('town', first, server.bucket)).rejects.toThrow(/pruned/);
  expect((await prune()).pruned).toEqual([first]);
  expect(objectsOf(first)).toEqual([]);
});

/** Rebuilds `current`: finds whole versions by their manifests and lists in the bucket, and makes chosen ones live. */
import { boxesOf, readCurrent, setsOf, writeCurrent } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, MANIFESTS_PREFIX, manifestKey } from '../../src/format/object-keys.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Progress } from '../base/records.ts';
import { sha256Of } from '../dataset/checksums.ts';
import type { Bucket } from './bucket.ts';
import { type BucketState, byRegion } from './bucket-state.ts';
import { DamagedHistory, groupsOf, readHistory, requireRelated, writeHistory } from './seen-groups.ts';
import { readStoredManifest, verifyStored } from './stored-dataset.ts';

interface FoundVersion {
  /** `since` is when it was uploaded, soon after it was built. */
  readonly stored: LiveRegion;
  readonly manifest: Manifest;
  readonly isWhole: boolean;
}

export interface RecoverySummary {
  readonly recovered: boolean;
  readonly live: readonly string[];
  /** Whole versions that are not live. */
  readonly whole: readonly string[];
  /** Regions with whole versions, none live. */
  readonly notLive: readonly string[];
  /** Manifests whose versions are incomplete. */
  readonly broken: readonly string[];
}

export interface RecoveryOptions {
  readonly now_ms: number;
  readonly progress: Progress;
  /** Versions that may be seen together with any other, whatever their groups. */
  readonly withoutGroupsOf?: ReadonlySet<string>;
}

/**
 * With `current`, it is lost which versions were ever visible: every version counts whose manifest is in the bucket.
 * @param versions to make live, at most one a region; `null` to list whole ones
 * @throws BadInput if `current` is readable, a named version is not whole, or its groups are unrelated to those of a version in
 *   the bucket, or a manifest cannot be read; BucketProblem; WriteConflict
 */
export async function recoverCurrent(
  bucket: Bucket,
  versions: readonly string[] | null,
  { now_ms, progress, withoutGroupsOf = new Set() }: RecoveryOptions,
): Promise<RecoverySummary> {
  const damaged = await bucket.get(CURRENT_KEY);
  if (damaged && (await isReadable(damaged.bytes, bucket))) {
    throw new BadInput(CURRENT_KEY, null, 'is there and can be read: nothing is to be recovered');
  }
  const { found, unreadable } = await findVersions(bucket, progress);
  const whole = found.filter(({ isWhole }) => isWhole);
  const named = (versions ?? []).map((version) => {
    const last = whole.findLast(({ stored }) => stored.version === version);
    if (!last) throw new BadInput(version, null, 'is not in the bucket, or not whole');
    return last;
  });
  const regions = named.map(({ stored }) => stored.region);
  const twice = regions.find((region, index) => regions.indexOf(region) !== index);
  if (twice !== undefined) throw new BadInput(twice, null, 'two versions of this region are named');
  const others = whole.filter((version) => !named.includes(version));
  if (versions) {
    const hidden = unreadable.find(({ version }) => !withoutGroupsOf.has(version));
    if (hidden) {
      throw new BadInput(
        hidden.key,
        null,
        'cannot be read, so that nobody knows whether its version tells of people at work in groups',
        `If that may be seen together with all others, add --without-groups-of ${unreadable.map(({ version }) => version).join(',')}`,
      );
    }
    const history = found.flatMap(({ stored, manifest }) => groupsOf(stored, manifest) ?? []);
    for (const { stored, manifest } of named) {
      const groups = groupsOf(stored, manifest);
      if (!groups) continue;
      await requireRelated(groups, manifest.coverage.working ?? [], history, bucket, withoutGroupsOf);
    }
    const since = new Date(now_ms).toISOString();
    const state: BucketState = {
      regions: named.map(({ stored }) => ({ ...stored, since })).sort(byRegion),
      kept: others.map(({ stored }) => ({ ...stored, since })),
      history_sha256: await writeHistory(history, bucket),
      removal: { began_ms: now_ms, ended: true },
      writes: [],
    };
    const condition = damaged ? { ifEtag: damaged.etag } : ({ ifAbsent: true } as const);
    await bucket.put(CURRENT_KEY, writeCurrent(state), condition);
  }
  return {
    recovered: versions !== null,
    live: named.map(({ stored }) => stored.version),
    whole: others.map(({ stored }) => stored.version),
    notLive: [...new Set(others.map(({ stored }) => stored.region))].filter(
      (region) => !regions.includes(region),
    ),
    broken: [
      ...unreadable.map(({ key }) => key),
      ...found.filter(({ isWhole }) => !isWhole).map(({ stored }) => manifestKey(stored.version)),
    ],
  };
}

async function isReadable(bytes: Uint8Array, bucket: Bucket): Promise<boolean> {
  try {
    await readHistory(readCurrent(bytes).history_sha256, bucket);
    return true;
  } catch (cause) {
    if (cause instanceof DamagedTile || cause instanceof DamagedHistory) return false;
    throw cause;
  }
}

interface FoundVersions {
  /** The one that was uploaded last comes last. */
  readonly found: readonly FoundVersion[];
  readonly unreadable: readonly { readonly key: string; readonly version: string }[];
}

async function findVersions(bucket: Bucket, progress: Progress): Promise<FoundVersions> {
  const listed = (await bucket.list(MANIFESTS_PREFIX)).toSorted((a, b) => a.writtenAt_ms - b.writtenAt_ms);
  const found: FoundVersion[] = [];
  const unreadable: { key: string; version: string }[] = [];
  const proven = new Map<string, readonly string[]>();
  for (const [done, { key, writtenAt_ms }] of listed.entries()) {
    progress('Read stored versions', done, listed.length);
    const version = key.slice(MANIFESTS_PREFIX.length).split('/')[0];
    const identity = { version, manifest_sha256: sha256Of((await bucket.get(key))?.bytes ?? '') };
    const manifest = await readStoredManifest(identity, bucket).catch((cause) => {
      if (cause instanceof DamagedTile) return null;
      throw cause;
    });
    if (manifest?.version !== version) {
      unreadable.push({ key, version });
      continue;
    }
    const uploaded = new Date(writtenAt_ms).toISOString();
    const stored = {
      ...identity,
      region: manifest.region,
      built_at: uploaded,
      since: uploaded,
      sets: setsOf(manifest),
      boxes: boxesOf(manifest.coverage),
    };
    const { faults } = await verifyStored(stored, bucket, undefined, proven);
    found.push({ stored, manifest, isWhole: faults.length === 0 });
  }
  return { found, unreadable };
}

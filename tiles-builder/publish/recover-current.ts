/** Rebuilds `current`: finds whole versions by their manifests and lists in the bucket, and makes chosen ones live. */
import { boxesOf } from '../../src/format/current.ts';
import type { LiveRegion, StoredDataset, StoredTileSets } from '../../src/format/live-regions.ts';
import { type Manifest, tileSetsOf } from '../../src/format/manifest.ts';
import {
  CURRENT_KEY,
  LIST_NAME,
  MANIFESTS_PREFIX,
  type StoredTileSet,
} from '../../src/format/object-keys.ts';
import { readObjectList } from '../../src/format/object-list.ts';
import { TILE_SETS, type TileSet } from '../../src/format/tile-sets.ts';
import { sha256Of } from '../dataset/checksums.ts';
import { manifestOf } from '../dataset/dataset-folder.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Progress } from '../records.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { type BucketObjects, sortObjects } from './bucket-objects.ts';
import { findFaulty } from './compare-objects.ts';
import { type BucketState, codecOf, UnreadableState } from './current-document.ts';

const IN_MANIFEST_KEY = new RegExp(
  `^${MANIFESTS_PREFIX}([a-z0-9-]+-[0-9a-f]{16})/([0-9a-f]{12})/manifest\\.json$`,
);

interface FoundVersion {
  readonly stored: StoredDataset;
  readonly manifest: Manifest;
}

export interface RecoverySummary {
  readonly recovered: boolean;
  readonly live: readonly string[];
  /** Whole versions that are not live. */
  readonly whole: readonly string[];
  /** Regions with whole versions, none live. */
  readonly notLive: readonly string[];
  /** Manifests of incomplete versions. */
  readonly broken: readonly string[];
}

/**
 * @param versions to make live, at most one a region; `null` to list whole ones
 * @throws BadInput where `current` is readable, or a named version is not whole; BucketProblem; WriteConflict
 */
export async function recoverCurrent(
  bucket: Bucket,
  versions: readonly string[] | null,
  now_ms: number,
  progress: Progress,
): Promise<RecoverySummary> {
  const damaged = await bucket.get(CURRENT_KEY);
  if (damaged && (await isReadable(damaged.bytes, bucket))) {
    throw new BadInput(CURRENT_KEY, null, 'is there and can be read: nothing is to be recovered');
  }
  const { found, broken } = await findVersions(bucket, progress);
  const named = (versions ?? []).map((version) => {
    const candidates = found.filter(({ stored }) => stored.version === version);
    if (candidates.length === 0) throw new BadInput(version, null, 'is not in the bucket, or not whole');
    return candidates[candidates.length - 1];
  });
  const regions = named.map(({ stored }) => stored.region);
  const twice = regions.find((region, index) => regions.indexOf(region) !== index);
  if (twice !== undefined) throw new BadInput(twice, null, 'two versions of this region are named');
  const others = found.filter((version) => !named.includes(version));
  if (versions) {
    const now = new Date(now_ms).toISOString();
    const state: BucketState = {
      regions: named
        .map(
          ({ stored, manifest }): LiveRegion => ({
            ...stored,
            boxes: boxesOf(manifest.coverage),
            live_since: now,
          }),
        )
        .sort((a, b) => (a.region < b.region ? -1 : 1)),
      kept: others.map(({ stored }) => ({ ...stored, state: 'whole', since: now })),
      writes: [],
    };
    const condition = damaged ? { ifEtag: damaged.etag } : ({ ifAbsent: true } as const);
    await bucket.put(CURRENT_KEY, await codecOf(bucket).write(state), condition);
  }
  return {
    recovered: versions !== null,
    live: named.map(({ stored }) => stored.version),
    whole: others.map(({ stored }) => stored.version),
    notLive: [...new Set(others.map(({ stored }) => stored.region))].filter(
      (region) => !regions.includes(region),
    ),
    broken,
  };
}

async function isReadable(bytes: Uint8Array, bucket: Bucket): Promise<boolean> {
  try {
    await codecOf(bucket).read(bytes);
    return true;
  } catch (cause) {
    if (cause instanceof UnreadableState) return false;
    throw cause;
  }
}

async function findVersions(
  bucket: Bucket,
  progress: Progress,
): Promise<{ found: FoundVersion[]; broken: string[] }> {
  const objects = sortObjects(await bucket.list(''));
  const manifests = [...objects.uploads.values()]
    .flat()
    .filter(({ key }) => IN_MANIFEST_KEY.test(key))
    .sort((a, b) => a.writtenAt_ms - b.writtenAt_ms);
  const found: FoundVersion[] = [];
  const broken: string[] = [];
  for (const [done, object] of manifests.entries()) {
    progress('Read stored versions', done, manifests.length);
    const version = await findVersion(object, objects, bucket);
    if (version) found.push(version);
    else broken.push(object.key);
  }
  return { found, broken };
}

async function findVersion(
  { key, writtenAt_ms }: ListedObject,
  objects: BucketObjects,
  bucket: Bucket,
): Promise<FoundVersion | null> {
  const [, version, upload] = IN_MANIFEST_KEY.exec(key) ?? [];
  const object = await bucket.get(key);
  if (!object || version === undefined || upload === undefined) return null;
  let manifest: Manifest;
  try {
    manifest = manifestOf(object.bytes, key);
  } catch (cause) {
    if (cause instanceof BadInput) return null;
    throw cause;
  }
  if (manifest.version !== version) return null;
  const sets = await findSets(manifest, objects, bucket);
  if (!sets) return null;
  const stored: StoredDataset = {
    region: manifest.region,
    version,
    upload,
    manifest_sha256: sha256Of(object.bytes),
    // The manifest was written soon after.
    built_at: new Date(writtenAt_ms).toISOString(),
    sets,
  };
  return { stored, manifest };
}

async function findSets(
  manifest: Manifest,
  { uploads }: BucketObjects,
  bucket: Bucket,
): Promise<StoredTileSets | null> {
  const entries = tileSetsOf(manifest);
  const sets: Partial<Record<TileSet, StoredTileSet | null>> = {};
  for (const tileSet of TILE_SETS) {
    sets[tileSet] = null;
    const entry = entries[tileSet];
    if (!entry) continue;
    for (const [prefix, stored] of uploads) {
      const [, set, name, upload] = prefix.split('/');
      if (set !== tileSet || name !== entry.name) continue;
      const list = await bucket.get(prefix + LIST_NAME);
      if (!list || sha256Of(list.bytes) !== entry.list_sha256) continue;
      const faulty = await findFaulty(prefix, readObjectList(list.bytes), stored, bucket);
      if (faulty.length > 0) continue;
      sets[tileSet] = { name, upload };
      break;
    }
    if (!sets[tileSet]) return null;
  }
  return sets as StoredTileSets;
}

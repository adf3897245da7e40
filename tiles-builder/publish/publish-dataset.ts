/**
 * Publishes a dataset: verifies it, refuses unusual changes from the live version, uploads missing objects, and makes it live.
 */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { boxesOf, setsOf } from '../../src/format/current.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import { MANIFEST_NAME, manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Progress } from '../base/records.ts';
import { inParallel } from '../base/threads/in-parallel.ts';
import { isVerified, readerOfFolder } from '../dataset/dataset-folder.ts';
import { verifyDataset } from '../verify/verify-dataset.ts';
import { type Bucket, BucketProblem } from './bucket.ts';
import {
  type BucketState,
  changeState,
  goLive,
  isRemoving,
  isSame,
  namesOf,
  readStateOf,
  type WentLive,
} from './bucket-state.ts';
import { type DatasetToSend, type ObjectToSend, readFolderToPublish } from './folder-to-publish.ts';
import { openLocalBucket } from './local-bucket.ts';
import { type Neighbour, neighboursOf } from './neighbours/find-neighbours.ts';
import { historyWith } from './seen-groups.ts';
import { type FaultyObject, findFaulty } from './stored-dataset.ts';
import {
  ALL_CHANGES,
  type ChangeKind,
  compareWithLive,
  excessesOf,
  type VersionChange,
} from './version-change.ts';

const UPLOADS_AT_ONCE = 6;
/** Attempts where objects are removed meanwhile. */
const UPLOADS = 5;
const LOOK_EVERY_MS = 5_000;

export interface PublishOptions {
  /** Changes that may be unusually large. */
  readonly accept?: ReadonlySet<ChangeKind>;
  /** Versions that may be seen together with this one, whatever their groups of areas. */
  readonly withoutGroupsOf?: ReadonlySet<string>;
  readonly dryRun?: boolean;
  readonly reportChange?: (change: VersionChange) => void;
  /** Returns the Unix time in ms. */
  readonly now?: () => number;
}

export interface PublishSummary extends WentLive {
  readonly region: string;
  readonly version: string;
  /** The version was live before, so only missing objects were uploaded. */
  readonly wasLive: boolean;
  readonly uploaded: number;
  /** Objects of another version, or of an upload that was broken off. */
  readonly alreadyThere: number;
  readonly bytes: number;
  /** Objects already there were read whole, not only listed. */
  readonly read: boolean;
  /** `null` for a region's first version, or one that was live. */
  readonly change: VersionChange | null;
  /** Live regions that touch the dataset. */
  readonly neighbours: readonly Neighbour[];
  readonly dryRun: boolean;
}

/** A removal began since the objects were looked for, and may have removed some of them. */
class ObjectsRemoved extends BucketProblem {}

/**
 * Writes the objects that the bucket lacks or holds damaged, then the manifest, then `current`. Keys mean their bytes, so that
 * an object that is there needs no other write, as long as no removal of objects begins before `current` is written.
 */
export async function publishDataset(
  folder: string,
  bucket: Bucket,
  progress: Progress,
  options: PublishOptions = {},
): Promise<PublishSummary> {
  const { now = Date.now, dryRun = false, withoutGroupsOf = new Set() } = options;
  const sent = readFolderToPublish(folder);
  const { manifest, manifest_sha256, built_at } = sent;
  const { region, version } = manifest;
  const [sets, boxes] = [setsOf(manifest), boxesOf(manifest.coverage)];
  const nextAt = (now_ms: number): LiveRegion => {
    const since = new Date(now_ms).toISOString();
    return { region, version, manifest_sha256, built_at, since, sets, boxes };
  };
  const next = nextAt(now());
  const liveIn = (state: BucketState) => state.regions.find((live) => live.region === region) ?? null;

  const first = await readStateOf(bucket);
  const replaced = liveIn(first);
  const wasLive = replaced !== null && isSame(replaced, next);
  const compared = new Map<string, VersionChange>();
  let change: VersionChange | null = null;
  const checkChange = async (state: BucketState): Promise<void> => {
    const live = liveIn(state);
    if (live && isSame(live, next)) return;
    if (wasLive) throw notLiveAnyMore(version);
    change =
      live &&
      (compared.get(live.manifest_sha256) ?? (await changeFrom(live, folder, bucket, progress, options)));
    if (live && change) compared.set(live.manifest_sha256, change);
  };
  if (!wasLive && !isVerified(folder)) await requireVerified(folder, progress, now());
  await checkChange(first);
  if (!wasLive) await historyWith(next, first.history_sha256, bucket, { manifest, withoutGroupsOf });
  const loaded = new LoadedObjects(MAX_LOADED_BYTES);
  const own = { manifest, open: () => readerOfFolder(folder, manifest, loaded) };
  const neighbours = await neighboursOf(own, first.regions, bucket);
  let uploaded = 0;
  const summarise = (missing: MissingObjects, went: WentLive): PublishSummary => ({
    region,
    version,
    wasLive,
    uploaded: dryRun ? missing.tiles.length + missing.manifest.length : uploaded,
    alreadyThere: missing.alreadyThere,
    bytes: missing.bytes,
    read: !bucket.trustsLists,
    change,
    neighbours,
    dryRun,
    ...went,
  });
  if (dryRun) {
    const went = { replaced: wasLive ? null : (replaced?.version ?? null), liveRegions: namesOf(first) };
    return summarise(await findMissing(sent, bucket, progress), went);
  }
  await changeState(bucket, (state) => state);
  for (let uploads = 1; ; uploads++) {
    // What is live is referenced, so that no removal finds it.
    const { removal } = wasLive ? first : await stateWithoutRemoval(bucket, now, progress);
    const missing = await findMissing(sent, bucket, progress);
    await sendObjects(missing, bucket, progress);
    uploaded += missing.tiles.length + missing.manifest.length;
    const check = async (state: BucketState): Promise<void> => {
      if (!wasLive && state.removal.began_ms !== removal.began_ms) throw objectsRemoved(version);
      await checkChange(state);
    };
    try {
      return summarise(
        missing,
        await goLive(bucket, { next: nextAt(now()), manifest, withoutGroupsOf, check }),
      );
    } catch (cause) {
      if (!(cause instanceof ObjectsRemoved) || uploads === UPLOADS) throw cause;
      progress('Look again, as prune has removed objects meanwhile');
    }
  }
}

const objectsRemoved = (version: string): ObjectsRemoved =>
  new ObjectsRemoved(
    `Objects were removed by prune while ${version} was uploaded, ${UPLOADS} times.`,
    'End what prunes the bucket so often, and publish again.',
  );

const notLiveAnyMore = (version: string): BucketProblem =>
  new BucketProblem(
    `${version} is not live any more: somebody else has changed that while it was repaired.`,
    'Look at `npm run tiles -- list`, and start the command again if it is still meant to be live.',
  );

async function stateWithoutRemoval(
  bucket: Bucket,
  now: () => number,
  progress: Progress,
): Promise<BucketState> {
  for (;;) {
    const state = await readStateOf(bucket);
    if (!isRemoving(state, now())) return state;
    progress(`Wait for prune, which removes objects since ${new Date(state.removal.began_ms).toISOString()}`);
    await setTimeout(LOOK_EVERY_MS);
  }
}

interface MissingObjects {
  readonly tiles: readonly FaultyObject<ObjectToSend>[];
  readonly manifest: readonly FaultyObject<ObjectToSend>[];
  readonly alreadyThere: number;
  readonly bytes: number;
}

async function findMissing(
  { tileSets, manifest: { version }, manifestObject }: DatasetToSend,
  bucket: Bucket,
  progress: Progress,
): Promise<MissingObjects> {
  const total = tileSets.reduce((sum, { objects }) => sum + objects.length, 1);
  let compared = 0;
  const missingOf = (prefix: string, objects: readonly ObjectToSend[]) =>
    findFaulty(prefix, objects, bucket, () => progress('Compare with the bucket', ++compared, total));
  const tiles: FaultyObject<ObjectToSend>[] = [];
  for (const { tileSet, name, objects } of tileSets) {
    for (const tile of await missingOf(tileSetPrefix(tileSet, name), objects)) tiles.push(tile);
  }
  const prefix = manifestKey(version).slice(0, -MANIFEST_NAME.length);
  const manifest = await missingOf(prefix, [manifestObject]);
  const missing = [...tiles, ...manifest];
  return {
    tiles,
    manifest,
    alreadyThere: total - missing.length,
    bytes: missing.reduce((sum, { object }) => sum + object.bytes, 0),
  };
}

/**
 * Begins no upload after a failure.
 * @throws BadInput if a file is missing or changed
 */
async function sendObjects(
  { tiles, manifest }: MissingObjects,
  bucket: Bucket,
  progress: Progress,
): Promise<void> {
  const total = tiles.length + manifest.length;
  let sent = 0;
  for (const objects of [tiles, manifest]) {
    await inParallel(objects, UPLOADS_AT_ONCE, async ({ key, object }) => {
      await bucket.put(key, await object.read());
      progress('Upload', ++sent, total);
    });
  }
}

async function changeFrom(
  live: LiveRegion,
  folder: string,
  bucket: Bucket,
  progress: Progress,
  { accept = new Set(), reportChange = () => {} }: PublishOptions,
): Promise<VersionChange> {
  progress('Compare with the live version');
  const change = await compareWithLive(live, folder, bucket);
  reportChange(change);
  const refused = excessesOf(change).filter(({ kinds }) => kinds.some((kind) => !accept.has(kind)));
  if (refused.length === 0) return change;
  const kinds = ALL_CHANGES.filter((kind) => refused.some((excess) => excess.kinds.includes(kind)));
  throw new BadInput(
    folder,
    null,
    refused.map(({ sentence }) => sentence).join('; '),
    `If that is meant, add --accept ${kinds.join(',')}`,
  );
}

async function requireVerified(folder: string, progress: Progress, now_ms: number): Promise<void> {
  const { faults } = await verifyDataset(folder, progress, now_ms);
  if (faults.length === 0) return;
  const others =
    faults.length === 1 ? '' : ` (and ${faults.length - 1} more: npm run tiles -- verify ${folder})`;
  throw new BadInput(resolve(folder), null, `${faults[0]}${others}`);
}

/** Publishes into the local R2 of `wrangler dev`, whatever changes. */
export async function publishLocal(folder: string, progress: Progress = () => {}): Promise<PublishSummary> {
  const bucket = await openLocalBucket();
  try {
    return await publishDataset(folder, bucket, progress, { accept: new Set(ALL_CHANGES) });
  } finally {
    await bucket.close();
  }
}

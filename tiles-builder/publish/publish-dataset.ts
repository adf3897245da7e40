/**
 * Publishes a dataset: verifies it, refuses unusual changes from the live version, uploads missing objects, and makes it
 * live.
 */
import { resolve } from 'node:path';
import { boxesOf } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import { tileSetsOf } from '../../src/format/manifest.ts';
import { isVerified } from '../dataset/dataset-folder.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Progress } from '../records.ts';
import { verifyDataset } from '../verify/verify-dataset.ts';
import { groupsName } from '../working/groups-file.ts';
import type { Bucket } from './bucket.ts';
import { BucketProblem } from './bucket-problem.ts';
import {
  type BucketState,
  goLive,
  isSameUpload,
  namesOf,
  readStateOf,
  type WentLive,
} from './current-document.ts';
import { type DatasetToSend, readFolderToPublish } from './folder-to-publish.ts';
import { newUploadId } from './kept-datasets.ts';
import { openLocalBucket } from './local-bucket.ts';
import { readStoredManifest } from './read-stored.ts';
import { overlapsOf, type RegionOverlap, squareKilometres } from './region-overlaps.ts';
import { findPlacement, type Placement, placeNew, registerUpload } from './register-upload.ts';
import { findMissing, type MissingObjects, sendObjects } from './send-objects.ts';
import { compareWithLive } from './version-change/compare-with-live.ts';
import { ALL_CHANGES, type ChangeKind, excessesOf } from './version-change/excesses.ts';
import { unrelatedGroups } from './version-change/unrelated-groups.ts';
import type { VersionChange } from './version-change/version-change.ts';

/** Attempts where an upload is pruned meanwhile. */
const UPLOADS = 3;

export interface PublishOptions {
  /** Changes that may be unusually large. */
  readonly accept?: ReadonlySet<ChangeKind>;
  /** Versions that may be seen together with this one, whatever their groups of areas. */
  readonly withoutGroupsOf?: ReadonlySet<string>;
  readonly dryRun?: boolean;
  readonly reportChange?: (change: VersionChange) => void;
  /** Unix time in ms. */
  readonly now?: () => number;
}

export interface PublishSummary extends WentLive {
  readonly region: string;
  readonly version: string;
  /** Whether it was live before; then only missing objects are uploaded. */
  readonly wasLive: boolean;
  readonly uploaded: number;
  /** Objects from a shared tile set or a broken upload. */
  readonly alreadyThere: number;
  readonly bytes: number;
  /** Whether present objects were read whole, not only listed. */
  readonly read: boolean;
  /** `null` for a region's first version, or one that was live. */
  readonly change: VersionChange | null;
  readonly overlaps: readonly Omit<RegionOverlap, 'coverage'>[];
  readonly dryRun: boolean;
}

/** Never overwrites live or retained objects with other bytes; goes live after all objects have arrived. */
export async function publishDataset(
  folder: string,
  bucket: Bucket,
  progress: Progress,
  options: PublishOptions = {},
): Promise<PublishSummary> {
  const { now = Date.now, dryRun = false } = options;
  const sent = readFolderToPublish(folder);
  const { region, version, coverage } = sent.manifest;
  const current = await readStateOf(bucket);
  await requireSameLists(sent, current, bucket);
  const placed = findPlacement(current, sent);
  const wasLive = placed?.state === 'live';
  if (!isVerified(folder) && !wasLive) await requireVerified(folder, progress, now());
  const live = current.regions.find((stored) => stored.region === region);
  if (!wasLive) await requireRelatedGroups(folder, sent, bucket, options);
  const change = live && !wasLive ? await changeFrom(live, folder, bucket, progress, options) : null;
  const overlaps = await overlapsOf(sent.manifest, current.regions, bucket);
  const summarise = (missing: MissingObjects, went: WentLive): PublishSummary => ({
    region,
    version,
    wasLive,
    uploaded: missing.tiles.length + missing.manifest.length,
    alreadyThere: missing.alreadyThere,
    bytes: missing.bytes,
    read: !bucket.trustsLists,
    change,
    overlaps: overlaps.map(({ coverage: _, ...overlap }) => overlap),
    dryRun,
    ...went,
  });

  const replaced = wasLive ? null : (live?.version ?? null);
  if (dryRun) {
    const dataset = placed?.dataset ?? placeNew(current, sent, newUploadId());
    return summarise(await findMissing(sent, dataset, bucket, progress), {
      replaced,
      liveRegions: namesOf(current),
    });
  }
  for (let uploads = 1; uploads <= UPLOADS; uploads++) {
    const placement = wasLive
      ? placed
      : await registerUpload(bucket, sent, newUploadId(), new Date(now()).toISOString());
    if (!placement) continue;
    const missing = await findMissing(sent, placement.dataset, bucket, progress);
    await sendObjects(missing, bucket, progress);
    if (wasLive) return summarise(missing, { replaced, liveRegions: await stillLive(placement, bucket) });
    await requireRelatedGroups(folder, sent, bucket, options);
    const { region, version, upload, manifest_sha256, built_at, sets } = placement.dataset;
    const next = { region, version, upload, manifest_sha256, built_at, sets, boxes: boxesOf(coverage) };
    const went = await goLive(next, replaced, bucket, new Date(now()).toISOString());
    if (went) return summarise(missing, went);
  }
  throw new BucketProblem(
    `${version} was removed by prune while it was uploaded, ${UPLOADS} times.`,
    'End what prunes the bucket so often, and publish again.',
  );
}

async function stillLive({ dataset }: Placement, bucket: Bucket): Promise<string[]> {
  const state = await readStateOf(bucket);
  if (state.regions.some((live) => isSameUpload(live, dataset))) return namesOf(state);
  throw new BucketProblem(
    `${dataset.version} is not live any more: somebody else has changed that while it was repaired.`,
    'Look at `npm run tiles -- list`, and start the command again if it is still meant to be live.',
  );
}

async function changeFrom(
  live: LiveRegion,
  folder: string,
  bucket: Bucket,
  progress: Progress,
  { accept = new Set(), withoutGroupsOf = new Set(), reportChange = () => {} }: PublishOptions,
): Promise<VersionChange> {
  progress('Compare with the live version');
  const change = await compareWithLive(live, folder, bucket);
  reportChange(change);
  if (change.follows_groups === false && !withoutGroupsOf.has(live.version)) {
    throw new BadInput(
      folder,
      null,
      `its areas are not grouped after those of the live version ${live.version}, or it is rounded by another secret: ` +
        'both together may tell of single persons',
      `Build it again with "groups": "….${groupsName(live.version)}" among the settings of the locations, and with the same secret. ` +
        `If both may be seen together, add --without-groups-of ${live.version}`,
    );
  }
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

async function requireRelatedGroups(
  folder: string,
  { manifest }: DatasetToSend,
  bucket: Bucket,
  { withoutGroupsOf = new Set() }: PublishOptions,
): Promise<void> {
  const unrelated = await unrelatedGroups(manifest, bucket);
  const [first] = unrelated.filter(({ version }) => !withoutGroupsOf.has(version));
  if (!first) return;
  const { region, version, shared_km2 } = first;
  throw new BadInput(
    folder,
    null,
    `counts people at work in ${squareKilometres(shared_km2)} that the region ${region} counts in other groups, or rounds by another secret: ` +
      `together with its version ${version} it may tell of single persons`,
    'Build both as one region, or let this one follow that version’s groups and secret. ' +
      `If they count different people, or both may be seen together, add --without-groups-of ${unrelated.map((one) => one.version).join(',')}`,
  );
}

async function requireVerified(folder: string, progress: Progress, now_ms: number): Promise<void> {
  const { faults } = await verifyDataset(folder, progress, now_ms);
  if (faults.length === 0) return;
  const others =
    faults.length === 1 ? '' : ` (and ${faults.length - 1} more: npm run tiles -- verify ${folder})`;
  throw new BadInput(resolve(folder), null, `${faults[0]}${others}`);
}

async function requireSameLists(sent: DatasetToSend, current: BucketState, bucket: Bucket): Promise<void> {
  const entries = tileSetsOf(sent.manifest);
  for (const stored of [...current.regions, ...current.kept.filter(({ state }) => state === 'whole')]) {
    const shared = sent.tileSets.filter(({ tileSet, name }) => stored.sets[tileSet]?.name === name);
    if (shared.length === 0) continue;
    const manifest = await readStoredManifest(stored, bucket).catch((cause) => {
      // Damage says nothing about the list.
      if (cause instanceof DamagedTile) return null;
      throw cause;
    });
    const storedEntries = manifest && tileSetsOf(manifest);
    for (const { tileSet, name } of shared) {
      if (!storedEntries || storedEntries[tileSet]?.list_sha256 === entries[tileSet]?.list_sha256) continue;
      throw new BadInput(
        `${tileSet} ${name}`,
        null,
        `${stored.version} in the bucket has a tile set of this name with other objects`,
        'Build the dataset again: the same name never means other bytes.',
      );
    }
  }
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

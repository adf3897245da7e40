/** Verifies live and retained versions of a bucket: all objects of manifests and lists, by checksum. */
import type { StoredDataset } from '../../src/format/live-regions.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Progress } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { type BucketState, isSameUpload, readStateOf } from './current-document.ts';
import type { KeptDataset } from './kept-datasets.ts';
import { verifyStored } from './read-stored.ts';

export interface VerifiedVersion {
  readonly version: string;
  readonly region: string;
  readonly state: 'live' | 'kept';
  readonly objects: number;
  readonly bytes: number;
  /** As sentences. */
  readonly faults: readonly string[];
}

export interface BucketVerification {
  readonly versions: readonly VerifiedVersion[];
  readonly unfinished: readonly string[];
  readonly removed: readonly string[];
  readonly read: boolean;
}

/** @param region `null` for all */
export async function verifyBucket(
  bucket: Bucket,
  region: string | null,
  progress: Progress,
): Promise<BucketVerification> {
  const { regions, kept } = await readStateOf(bucket);
  const isMeant = (stored: StoredDataset): boolean => region === null || stored.region === region;
  const isWhole = ({ state }: KeptDataset): boolean => state === 'whole';
  const meant = [
    ...regions.filter(isMeant).map((stored) => ({ stored, state: 'live' as const })),
    ...kept
      .filter((stored) => isMeant(stored) && isWhole(stored))
      .map((stored) => ({ stored, state: 'kept' as const })),
  ];
  const unfinished = kept.filter((stored) => isMeant(stored) && !isWhole(stored));
  if (region !== null && meant.length + unfinished.length === 0) {
    const known = [...new Set([...regions, ...kept].map((stored) => stored.region))];
    throw new BadInput(region, null, `is no region in the bucket; there are ${known.join(', ') || 'none'}`);
  }
  const versions: VerifiedVersion[] = [];
  const removed: string[] = [];
  const proven = new Map<string, readonly string[]>();
  for (const { stored, state: before } of meant) {
    const { objects, bytes, faults } = await verifyStored(stored, bucket, progress, proven);
    // Pruning drops a version from `current` first.
    const state = faults.length === 0 ? before : stateIn(await readStateOf(bucket), stored);
    const { version, region } = stored;
    if (state) versions.push({ version, region, state, objects, bytes, faults });
    else removed.push(version);
  }
  return {
    versions,
    unfinished: unfinished.map(({ version }) => version),
    removed,
    read: !bucket.trustsLists,
  };
}

function stateIn({ regions, kept }: BucketState, stored: StoredDataset): VerifiedVersion['state'] | null {
  const isOf = (dataset: StoredDataset): boolean => isSameUpload(dataset, stored);
  if (regions.some(isOf)) return 'live';
  return kept.some(isOf) ? 'kept' : null;
}

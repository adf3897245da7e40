/** Verifies the live and earlier versions of a bucket: all objects of manifests and lists, by checksum. */
import type { StoredDataset } from '../../src/format/live-regions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Progress } from '../base/records.ts';
import type { Bucket } from './bucket.ts';
import { isSame, readStateOf } from './bucket-state.ts';
import { verifyStored } from './stored-dataset.ts';

export interface VerifiedVersion {
  readonly version: string;
  readonly region: string;
  readonly state: 'live' | 'kept';
  readonly objects: number;
  readonly bytes: number;
  /** Faults as sentences. */
  readonly faults: readonly string[];
}

export interface BucketVerification {
  readonly versions: readonly VerifiedVersion[];
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
  const meant = [...regions, ...kept].filter((stored) => region === null || stored.region === region);
  if (region !== null && meant.length === 0) {
    const known = [...new Set([...regions, ...kept].map((stored) => stored.region))];
    throw new BadInput(region, null, `is no region in the bucket; there are ${known.join(', ') || 'none'}`);
  }
  const versions: VerifiedVersion[] = [];
  const removed: string[] = [];
  const proven = new Map<string, readonly string[]>();
  for (const stored of meant) {
    const { version, region } = stored;
    const { objects, bytes, faults } = await verifyStored(stored, bucket, progress, proven);
    // Pruning drops a version from `current` first.
    const state = await stateOf(stored, bucket);
    if (state) versions.push({ version, region, state, objects, bytes, faults });
    else removed.push(version);
  }
  return { versions, removed, read: !bucket.trustsLists };
}

async function stateOf(stored: StoredDataset, bucket: Bucket): Promise<VerifiedVersion['state'] | null> {
  const { regions, kept } = await readStateOf(bucket);
  if (regions.some((live) => isSame(live, stored))) return 'live';
  return kept.some((one) => isSame(one, stored)) ? 'kept' : null;
}

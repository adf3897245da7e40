/**
 * Makes an earlier version of a region live again, if all its objects are verified and its groups of people agree with all that
 * were ever visible; or withdraws a region from `current`.
 */
import { boxesOf } from '../../src/format/current.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { type Bucket, BucketProblem } from './bucket.ts';
import {
  type BucketState,
  changeState,
  goLive,
  isSame,
  namesOf,
  readStateOf,
  type WentLive,
} from './bucket-state.ts';
import { verifyStored } from './stored-dataset.ts';

export interface RollbackSummary extends WentLive {
  readonly region: string;
  readonly version: string;
  readonly wasLive: boolean;
}

/**
 * @param withoutGroupsOf versions that may be seen together with it, whatever their groups
 * @throws BadInput if the bucket lacks that version, or part of it; BucketProblem if another version went live meanwhile
 */
export async function rollbackRegion(
  region: string,
  version: string,
  bucket: Bucket,
  now_ms: number,
  withoutGroupsOf: ReadonlySet<string> = new Set(),
): Promise<RollbackSummary> {
  const versionIn = ({ regions }: BucketState) => regions.find((live) => live.region === region)?.version;
  const current = await readStateOf(bucket);
  const live = versionIn(current);
  if (live === version) {
    return { region, version, wasLive: true, replaced: null, liveRegions: namesOf(current) };
  }
  const known = [...current.regions, ...current.kept].find((stored) => stored.version === version);
  if (known && known.region !== region) {
    throw new BadInput(version, null, `is a version of the region ${known.region}, not of ${region}`);
  }
  if (!known) {
    const others = current.kept.filter((stored) => stored.region === region);
    throw new BadInput(
      version,
      null,
      `is not in the bucket: never published, or pruned; of ${region} there is ` +
        (others.map((stored) => stored.version).join(', ') || 'no earlier version'),
    );
  }
  const requireKept = (state: BucketState): void => {
    if ([...state.regions, ...state.kept].some((stored) => isSame(stored, known))) return;
    throw new BucketProblem(
      `${version} was removed by prune a moment ago.`,
      'Publish its folder again, or go back to another version.',
    );
  };
  const { manifest, faults } = await verifyStored(known, bucket);
  if (!manifest || faults.length > 0) {
    requireKept(await readStateOf(bucket));
    const more = faults.length === 1 ? '' : `; ${faults.length} faults in all`;
    throw new BadInput(
      version,
      null,
      `is not whole any more: ${faults[0]}${more}`,
      'Publish its folder again, or go back to another version.',
    );
  }
  const check = (state: BucketState): void => {
    requireKept(state);
    const now = versionIn(state);
    if (now === live || now === version) return;
    throw new BucketProblem(
      `Of ${region}, ${now ?? 'nothing'} is live by now, no longer ${live ?? 'nothing'}.`,
      'Somebody else has changed it meanwhile; nothing was made live. Look at `npm run tiles -- list`, and start the command again if it is still meant.',
    );
  };
  const next = { ...known, since: new Date(now_ms).toISOString(), boxes: boxesOf(manifest.coverage) };
  return {
    region,
    version,
    wasLive: false,
    ...(await goLive(bucket, { next, manifest, withoutGroupsOf, check })),
  };
}

export interface WithdrawalSummary {
  readonly region: string;
  readonly version: string;
  readonly liveRegions: readonly string[];
}

/** The region's version stays in the bucket for a roll back. */
export async function withdrawRegion(
  region: string,
  bucket: Bucket,
  now_ms: number,
): Promise<WithdrawalSummary> {
  let version = '';
  const changed = await changeState(bucket, (state) => {
    const live = state.regions.find((stored) => stored.region === region);
    if (!live) {
      const known = namesOf(state).join(', ') || 'none';
      throw new BadInput(region, null, `is not live; the live regions are: ${known}`);
    }
    version = live.version;
    return {
      ...state,
      regions: state.regions.filter((stored) => stored !== live),
      kept: [...state.kept, { ...live, since: new Date(now_ms).toISOString() }],
    };
  });
  return { region, version, liveRegions: namesOf(changed) };
}

/** Makes a retained version of a region live again, once all its objects are verified. */
import { boxesOf } from '../../src/format/current.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Bucket } from './bucket.ts';
import { BucketProblem } from './bucket-problem.ts';
import { goLive, isMentioned, namesOf, readStateOf, type WentLive } from './current-document.ts';
import { verifyStored } from './read-stored.ts';

export interface RollbackSummary extends WentLive {
  readonly region: string;
  readonly version: string;
  readonly wasLive: boolean;
}

/** @throws BadInput where the bucket lacks that version, or part of it */
export async function rollbackRegion(
  region: string,
  version: string,
  bucket: Bucket,
  now_ms: number,
): Promise<RollbackSummary> {
  const current = await readStateOf(bucket);
  const live = current.regions.find((stored) => stored.region === region);
  if (live?.version === version) {
    return { region, version, wasLive: true, replaced: null, liveRegions: namesOf(current) };
  }
  const known = [...current.regions, ...current.kept].find((stored) => stored.version === version);
  if (known && known.region !== region) {
    throw new BadInput(version, null, `is a version of the region ${known.region}, not of ${region}`);
  }
  const earlier = current.kept.find((stored) => stored.version === version && stored.state === 'whole');
  if (!earlier) {
    const others = current.kept.filter((stored) => stored.region === region && stored.state === 'whole');
    throw new BadInput(
      version,
      null,
      `is not in the bucket: never published, or pruned; of ${region} there is ` +
        (others.map((stored) => stored.version).join(', ') || 'no earlier version'),
    );
  }
  const removed = (): BucketProblem =>
    new BucketProblem(
      `${version} was removed by prune a moment ago.`,
      'Publish its folder again, or go back to another version.',
    );
  const { manifest, faults } = await verifyStored(earlier, bucket);
  if (!manifest || faults.length > 0) {
    if (!isMentioned(await readStateOf(bucket), earlier)) throw removed();
    const more = faults.length === 1 ? '' : `; ${faults.length} faults in all`;
    throw new BadInput(
      version,
      null,
      `is not whole any more: ${faults[0]}${more}`,
      'Publish its folder again, or go back to another version.',
    );
  }
  const { state: _, since: __, ...stored } = earlier;
  const next = { ...stored, boxes: boxesOf(manifest.coverage) };
  const went = await goLive(next, live?.version ?? null, bucket, new Date(now_ms).toISOString());
  if (!went) throw removed();
  return { region, version, wasLive: false, ...went };
}

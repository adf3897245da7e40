/** Takes a region out of `current`; its version stays in the bucket for rollback. */
import { BadInput } from '../failures/bad-input.ts';
import type { Bucket } from './bucket.ts';
import { changeState, keptOf, namesOf } from './current-document.ts';

export interface WithdrawalSummary {
  readonly region: string;
  readonly version: string;
  readonly liveRegions: readonly string[];
}

export async function withdrawRegion(
  region: string,
  bucket: Bucket,
  now_ms: number,
): Promise<WithdrawalSummary> {
  let version = '';
  const changed = await changeState(bucket, (current) => {
    const live = current.regions.find((stored) => stored.region === region);
    if (!live) {
      const known = namesOf(current).join(', ') || 'none';
      throw new BadInput(region, null, `is not live; the live regions are: ${known}`);
    }
    version = live.version;
    return {
      ...current,
      regions: current.regions.filter((stored) => stored !== live),
      kept: [...current.kept, keptOf(live, new Date(now_ms).toISOString())],
    };
  });
  return { region, version, liveRegions: namesOf(changed) };
}

/** The object `current` of a bucket: which version of each region is live. */
import { type CurrentRegion, readCurrent, writeCurrent } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Bucket } from './bucket.ts';

/**
 * The regions that a bucket's `current` lists; none where it is damaged or of another format, as the service cannot read it
 * either.
 */
export async function liveRegions(bucket: Bucket): Promise<readonly CurrentRegion[]> {
  const stored = await bucket.get(CURRENT_KEY);
  try {
    return stored ? readCurrent(stored.bytes) : [];
  } catch (cause) {
    if (cause instanceof DamagedTile) return [];
    throw cause;
  }
}

export interface WentLive {
  /** The version of the region that was live before, if it was another one. */
  readonly replaced: string | null;
  /** Names of all regions that are live now. */
  readonly liveRegions: readonly string[];
}

/** Makes a version the live one of its region, beside the other regions that are live. */
export async function goLive(next: CurrentRegion, bucket: Bucket): Promise<WentLive> {
  const live = await liveRegions(bucket);
  const before = live.find(({ region }) => region === next.region)?.version ?? null;
  const regions = [...live.filter(({ region }) => region !== next.region), next].sort((a, b) =>
    a.region < b.region ? -1 : 1,
  );
  await bucket.put(CURRENT_KEY, writeCurrent(regions));
  return {
    replaced: before === next.version ? null : before,
    liveRegions: regions.map(({ region }) => region),
  };
}

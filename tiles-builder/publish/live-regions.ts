/** The object `current` of a bucket: which datasets answer, and which others are in the bucket. */
import {
  type Current,
  type CurrentRegion,
  type KeptDataset,
  readCurrent,
  writeCurrent,
} from '../../src/format/current.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Bucket } from './bucket.ts';

const NOTHING: Current = { regions: [], kept: [], writes: [] };

/** @throws DamagedTile where there is a `current` that cannot be read: it is not taken for an empty one */
export async function readCurrentOf(bucket: Bucket): Promise<Current> {
  const bytes = await bucket.get(CURRENT_KEY);
  return bytes ? readCurrent(bytes) : NOTHING;
}

export interface WentLive {
  /** The version of the region that was live before, if it was another one. */
  readonly replaced: string | null;
  /** Names of all regions that are live now. */
  readonly liveRegions: readonly string[];
}

/** Makes a dataset the live one of its region; the one before is kept. */
export async function goLive(next: CurrentRegion, bucket: Bucket): Promise<WentLive> {
  const { regions, kept, writes } = await readCurrentOf(bucket);
  const before = regions.find(({ region }) => region === next.region);
  const replaced = before && before.version !== next.version ? before : null;
  const live = [...regions.filter((region) => region !== before), next].sort((a, b) =>
    a.region < b.region ? -1 : 1,
  );
  const others = kept.filter(({ version }) => version !== next.version);
  await bucket.put(
    CURRENT_KEY,
    await writeCurrent({
      regions: live,
      kept: replaced ? [...others, keptOf(replaced, next.live_since)] : others,
      writes,
    }),
  );
  return { replaced: replaced?.version ?? null, liveRegions: live.map(({ region }) => region) };
}

function keptOf({ coverage: _, live_since: __, ...stored }: CurrentRegion, since: string): KeptDataset {
  return { ...stored, state: 'whole', since };
}

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
import { changeDocument } from './change-document.ts';

const NOTHING: Current = { regions: [], kept: [], writes: [] };

/** @throws DamagedTile where there is a `current` that cannot be read: it is not taken for an empty one */
export async function readCurrentOf(bucket: Bucket): Promise<Current> {
  const stored = await bucket.get(CURRENT_KEY);
  return stored ? readCurrent(stored.bytes) : NOTHING;
}

/** Changes `current` on the condition that nobody else has changed it in between. */
export const changeCurrent = (bucket: Bucket, change: (current: Current) => Current): Promise<Current> =>
  changeDocument(bucket, CURRENT_KEY, { read: readCurrent, write: writeCurrent }, (current) =>
    change(current ?? NOTHING),
  );

export interface WentLive {
  /** The version of the region that was live before, if it was another one. */
  readonly replaced: string | null;
  /** Names of all regions that are live now. */
  readonly liveRegions: readonly string[];
}

/** Makes a dataset the live one of its region; the one before is kept. */
export async function goLive(next: CurrentRegion, bucket: Bucket): Promise<WentLive> {
  let replaced: string | null = null;
  const { regions } = await changeCurrent(bucket, ({ regions, kept, writes }) => {
    const before = regions.find(({ region, version }) => region === next.region && version !== next.version);
    replaced = before?.version ?? null;
    const others = kept.filter(({ version }) => version !== next.version);
    return {
      regions: [...regions.filter(({ region }) => region !== next.region), next].sort((a, b) =>
        a.region < b.region ? -1 : 1,
      ),
      kept: before ? [...others, keptOf(before, next.live_since)] : others,
      writes,
    };
  });
  return { replaced, liveRegions: regions.map(({ region }) => region) };
}

function keptOf({ coverage: _, live_since: __, ...stored }: CurrentRegion, since: string): KeptDataset {
  return { ...stored, state: 'whole', since };
}

/** The object `current` of a bucket: which datasets answer, and which others are in the bucket. */
import {
  type Current,
  type CurrentRegion,
  type KeptDataset,
  readCurrent,
  type StoredDataset,
  writeCurrent,
} from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import { CURRENT_KEY, MANIFESTS_PREFIX } from '../../src/format/object-keys.ts';
import type { Bucket } from './bucket.ts';
import { BucketProblem } from './bucket-problem.ts';
import { changeDocument } from './change-document.ts';

export const NOTHING_STORED: Current = { regions: [], kept: [], writes: [] };
const RECOVERY =
  'Nothing was changed. `npm run tiles -- recover-current` lists the versions that are whole and makes those live that you name.';

/** @throws BucketProblem where `current` is damaged or lost: neither is taken for emptiness */
export async function readCurrentOf(bucket: Bucket): Promise<Current> {
  const stored = await bucket.get(CURRENT_KEY);
  return stored ? readIntact(stored.bytes) : readAbsent(bucket);
}

/**
 * Changes `current` on the condition that nobody else has changed it in between.
 * @returns it as {@link changeDocument} does
 * @throws BucketProblem where it is damaged or lost; WriteConflict
 */
export const changeCurrent = (bucket: Bucket, change: (current: Current) => Current): Promise<Current> =>
  changeDocument<Current>(bucket, CURRENT_KEY, { read: readIntact, write: writeCurrent }, async (current) =>
    change(current ?? (await readAbsent(bucket))),
  );

async function readIntact(bytes: Uint8Array): Promise<Current> {
  try {
    return await readCurrent(bytes);
  } catch (cause) {
    if (!(cause instanceof DamagedTile)) throw cause;
    throw new BucketProblem(
      `The bucket's list of live datasets cannot be read (${cause.message}).`,
      RECOVERY,
    );
  }
}

/** Each upload is registered before its manifest is written: manifests without `current` mean that it was lost. */
async function readAbsent(bucket: Bucket): Promise<Current> {
  const manifests = await bucket.list(MANIFESTS_PREFIX);
  if (manifests.length === 0) return NOTHING_STORED;
  // Somebody's first publication may have begun in between.
  const stored = await bucket.get(CURRENT_KEY);
  if (stored) return readIntact(stored.bytes);
  throw new BucketProblem(
    `The bucket holds datasets, but its list of live ones, ${CURRENT_KEY}, is gone.`,
    RECOVERY,
  );
}

/** Whether two entries are of one version in one upload. */
export const isSameUpload = (a: StoredDataset, b: StoredDataset): boolean =>
  a.version === b.version && a.upload === b.upload;

/** Whether an upload is live or kept, so that nobody removes its objects. */
export const isMentioned = ({ regions, kept }: Current, stored: StoredDataset): boolean =>
  [...regions, ...kept].some((dataset) => isSameUpload(dataset, stored));

export interface WentLive {
  /** The version of the region that was live before, if it was another one. */
  readonly replaced: string | null;
  /** Names of all regions that are live now, in ascending order. */
  readonly liveRegions: readonly string[];
}

/** The names of the live regions. */
export const namesOf = ({ regions }: Current): string[] => regions.map(({ region }) => region);

/**
 * Makes a dataset that `current` lists as kept the live one of its region; the one before is kept. The same entry twice, as
 * two processes may want it, changes nothing.
 * @param next the kept dataset, all of whose objects are in the bucket
 * @param replaced the version that is to be replaced, `null` where none is live
 * @returns `null` where `next` is not kept any more, so that its objects may be gone
 * @throws BucketProblem where another version than `replaced` is live
 */
export async function goLive(
  next: Pick<CurrentRegion, keyof StoredDataset | 'coverage'>,
  replaced: string | null,
  bucket: Bucket,
  live_since: string,
): Promise<WentLive | null> {
  const changed = await changeCurrent(bucket, (current) => {
    const { regions, kept, writes } = current;
    const live = regions.find(({ region }) => region === next.region);
    const found = kept.find((dataset) => isSameUpload(dataset, next));
    if ((live && isSameUpload(live, next)) || !found) return current;
    if ((live?.version ?? null) !== replaced) {
      throw new BucketProblem(
        `Of ${next.region}, ${live?.version ?? 'nothing'} is live by now, no longer ${replaced ?? 'nothing'}.`,
        'Somebody else has changed it meanwhile; nothing was made live. Look at `npm run tiles -- list`, and start the command again if it is still meant.',
      );
    }
    return {
      regions: [...regions.filter((region) => region !== live), { ...next, live_since }].sort((a, b) =>
        a.region < b.region ? -1 : 1,
      ),
      kept: [...kept.filter((dataset) => dataset !== found), ...(live ? [keptOf(live, live_since)] : [])],
      writes,
    };
  });
  return isMentioned(changed, next) ? { replaced, liveRegions: namesOf(changed) } : null;
}

/** The entry of a live dataset once it is not live any more. */
export function keptOf(
  { coverage: _, live_since: __, ...stored }: CurrentRegion,
  since: string,
): KeptDataset {
  return { ...stored, state: 'whole', since };
}

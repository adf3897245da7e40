/**
 * Reads `current`, the document of a bucket's live datasets, and its list of retained ones; changes them by compare-and-set.
 */
import { type Current, type KeptList, readCurrent, writeCurrent } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import { detached, type LiveRegion, type StoredDataset } from '../../src/format/live-regions.ts';
import { CURRENT_KEY, keptListKey, MANIFESTS_PREFIX } from '../../src/format/object-keys.ts';
import type { Bucket } from './bucket.ts';
import { BucketProblem } from './bucket-problem.ts';
import { changeDocument, type DocumentCodec } from './change-document.ts';
import { type KeptDataset, readKept, writeKept } from './kept-datasets.ts';

export interface BucketState {
  readonly regions: readonly LiveRegion[];
  readonly kept: readonly KeptDataset[];
  readonly writes: readonly string[];
}

const NOTHING_STORED: BucketState = { regions: [], kept: [], writes: [] };
const RECOVERY =
  'Nothing was changed. `npm run tiles -- recover-current` lists the versions that are whole and makes those live that you name.';
/** Where a concurrent change removed the list of retained datasets. */
const TRIES = 12;

/** @throws BucketProblem where `current` is damaged or lost, never taken for absence */
export async function readStateOf(bucket: Bucket): Promise<BucketState> {
  const stored = await bucket.get(CURRENT_KEY);
  return stored ? codecOf(bucket).read(stored.bytes) : readAbsent(bucket);
}

/** Key of the current list of retained datasets. */
export async function keptListOf(bucket: Bucket): Promise<string | null> {
  const stored = await bucket.get(CURRENT_KEY);
  const kept = stored && readIntact(stored.bytes).kept;
  return kept ? keptListKey(kept.id) : null;
}

/**
 * As {@link changeDocument}.
 * @throws BucketProblem where `current` is damaged or lost; WriteConflict
 */
export async function changeState(
  bucket: Bucket,
  change: (state: BucketState) => BucketState,
): Promise<BucketState> {
  const codec = codecOf(bucket);
  const state = await changeDocument<BucketState>(bucket, CURRENT_KEY, codec, async (before) =>
    change(before ?? (await readAbsent(bucket))),
  );
  // Nobody names a former list again; prune removes any that remain.
  const named = await keptListOf(bucket);
  for (const list of codec.lists.values()) {
    const key = list && keptListKey(list.id);
    if (key && key !== named) await bucket.remove(key);
  }
  return state;
}

interface StateCodec extends DocumentCodec<BucketState> {
  readonly lists: ReadonlyMap<readonly KeptDataset[], KeptList | null>;
}

/** Writes the list of retained datasets first, and an unchanged list only once. */
export function codecOf(bucket: Bucket): StateCodec {
  const lists = new Map<readonly KeptDataset[], KeptList | null>();
  return {
    lists,
    read: async (bytes) => {
      let current = readIntact(bytes);
      for (let tries = 1; ; tries++) {
        const kept = await readKept(bucket, current.kept);
        if (kept) {
          lists.set(kept, current.kept);
          return { regions: Array.from(current.regions, detached), kept, writes: current.writes };
        }
        const again = await bucket.get(CURRENT_KEY);
        const next = again && readIntact(again.bytes);
        if (!next || next.kept?.id === current.kept?.id || tries === TRIES) {
          throw new UnreadableState('its list of kept datasets is missing or damaged');
        }
        // `current` has changed, so a write from this state is refused.
        current = next;
      }
    },
    write: async ({ regions, kept, writes }) => {
      const list = lists.has(kept) ? (lists.get(kept) ?? null) : await writeKept(bucket, kept);
      lists.set(kept, list);
      return writeCurrent({ regions, kept: list, writes });
    },
  };
}

function readIntact(bytes: Uint8Array): Current {
  try {
    return readCurrent(bytes);
  } catch (cause) {
    if (!(cause instanceof DamagedTile)) throw cause;
    throw new UnreadableState(cause.message);
  }
}

export class UnreadableState extends BucketProblem {
  override readonly name = 'UnreadableState';

  constructor(found: string) {
    super(`The bucket's list of live datasets cannot be read (${found}).`, RECOVERY);
  }
}

/** Uploads are registered before their manifest: manifests without `current` prove its loss. */
async function readAbsent(bucket: Bucket): Promise<BucketState> {
  const manifests = await bucket.list(MANIFESTS_PREFIX);
  if (manifests.length === 0) return NOTHING_STORED;
  // Another process may have begun the first publication.
  const stored = await bucket.get(CURRENT_KEY);
  if (stored) return codecOf(bucket).read(stored.bytes);
  throw new BucketProblem(
    `The bucket holds datasets, but its list of live ones, ${CURRENT_KEY}, is gone.`,
    RECOVERY,
  );
}

export const isSameUpload = (a: StoredDataset, b: StoredDataset): boolean =>
  a.version === b.version && a.upload === b.upload;

export const isMentioned = ({ regions, kept }: BucketState, stored: StoredDataset): boolean =>
  [...regions, ...kept].some((dataset) => isSameUpload(dataset, stored));

export interface WentLive {
  readonly replaced: string | null;
  readonly liveRegions: readonly string[];
}

export const namesOf = ({ regions }: BucketState): string[] => regions.map(({ region }) => region);

/**
 * Makes a retained dataset live, and retains the former.
 * @param next has all objects in the bucket
 * @param replaced expected live version, `null` for none
 * @returns `null` where `next` is no longer retained
 * @throws BucketProblem where another version is live
 */
export async function goLive(
  next: Omit<LiveRegion, 'live_since'>,
  replaced: string | null,
  bucket: Bucket,
  live_since: string,
): Promise<WentLive | null> {
  const changed = await changeState(bucket, (current) => {
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

/** Entry of a dataset that is no longer live. */
export function keptOf({ boxes: _, live_since: __, ...stored }: LiveRegion, since: string): KeptDataset {
  return { ...stored, state: 'whole', since };
}

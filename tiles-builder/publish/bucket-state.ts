/**
 * Reads `current`, the document that lists live and earlier versions in a bucket, and changes it by compare-and-set. A damaged
 * or lost `current` never counts as an empty one.
 */
import { type Current, readCurrent, writeCurrent } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import type { LiveRegion, StoredDataset } from '../../src/format/live-regions.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, MANIFESTS_PREFIX } from '../../src/format/object-keys.ts';
import { type Bucket, BucketProblem } from './bucket.ts';
import { changeDocument, type DocumentCodec } from './change-document.ts';
import { historyWith, writeHistory } from './seen-groups.ts';

export type BucketState = Current;

const NOTHING_STORED: BucketState = {
  regions: [],
  kept: [],
  history_sha256: null,
  removal: { began_ms: 0, ended: true },
  writes: [],
};
const RECOVERY =
  'Nothing was changed. `npm run tiles -- recover-current` lists the versions that are whole and makes those live that you name.';

/** After this time, no object vanishes any more by a removal that was broken off. */
const REMOVAL_MS = 30 * 60_000;

const codec: DocumentCodec<BucketState> = {
  read: (bytes) => {
    try {
      return readCurrent(bytes);
    } catch (cause) {
      if (!(cause instanceof DamagedTile)) throw cause;
      throw new BucketProblem(
        `The bucket's list of live datasets cannot be read (${cause.message}).`,
        RECOVERY,
      );
    }
  },
  write: writeCurrent,
};

/** @throws BucketProblem if `current` is damaged or lost */
export async function readStateOf(bucket: Bucket): Promise<BucketState> {
  const stored = await bucket.get(CURRENT_KEY);
  return stored ? codec.read(stored.bytes) : readAbsent(bucket);
}

/**
 * As {@link changeDocument}; writes an empty `current` where none is.
 * @throws BucketProblem if `current` is damaged or lost; WriteConflict
 */
export const changeState = (
  bucket: Bucket,
  change: (state: BucketState) => BucketState | Promise<BucketState>,
): Promise<BucketState> =>
  changeDocument(bucket, CURRENT_KEY, codec, async (before) => change(before ?? (await readAbsent(bucket))));

/** `current` is written before the first manifest, so manifests without it prove its loss. */
async function readAbsent(bucket: Bucket): Promise<BucketState> {
  if ((await bucket.list(MANIFESTS_PREFIX)).length === 0) return NOTHING_STORED;
  // Another process may have begun the first publication.
  const stored = await bucket.get(CURRENT_KEY);
  if (stored) return codec.read(stored.bytes);
  throw new BucketProblem(
    `The bucket holds datasets, but its list of live ones, ${CURRENT_KEY}, is gone.`,
    RECOVERY,
  );
}

export const isSame = (a: StoredDataset, b: StoredDataset): boolean =>
  a.version === b.version && a.manifest_sha256 === b.manifest_sha256;

export const namesOf = ({ regions }: BucketState): string[] => regions.map(({ region }) => region);

export const byRegion = (a: StoredDataset, b: StoredDataset): number => (a.region < b.region ? -1 : 1);

/** A removal that was broken off counts for {@link REMOVAL_MS}. */
export const isRemoving = ({ removal }: BucketState, now_ms: number): boolean =>
  !removal.ended && now_ms < removal.began_ms + REMOVAL_MS;

export const removalProblem = ({ removal }: BucketState): BucketProblem =>
  new BucketProblem(
    `Objects are being removed from the bucket since ${new Date(removal.began_ms).toISOString()}.`,
    `Wait until prune has ended. If it was broken off, start the command again after ${new Date(removal.began_ms + REMOVAL_MS).toISOString()}.`,
  );

export interface WentLive {
  readonly replaced: string | null;
  readonly liveRegions: readonly string[];
}

export interface GoingLive {
  readonly next: LiveRegion;
  readonly manifest: Manifest;
  /** Versions that may be seen together with it, whatever their groups of areas. */
  readonly withoutGroupsOf: ReadonlySet<string>;
  /** Throws unless the version may go live in this state, which has all of its objects. */
  readonly check: (state: BucketState) => void | Promise<void>;
}

/**
 * Makes a version live whose objects are in the bucket; the version that it replaces remains for a roll back.
 * @throws BadInput if its groups of people at work differ from those of a version that was ever visible; what `check` throws
 */
export async function goLive(bucket: Bucket, { next, check, ...groups }: GoingLive): Promise<WentLive> {
  let replaced: string | null = null;
  const changed = await changeState(bucket, async (state) => {
    replaced = null;
    await check(state);
    const live = state.regions.find(({ region }) => region === next.region);
    if (live && isSame(live, next)) return state;
    const history = await historyWith(next, state.history_sha256, bucket, groups);
    // An object of the same history, without a reference, may be among those that are being removed.
    if (history && isRemoving(state, Date.parse(next.since))) throw removalProblem(state);
    const history_sha256 = history ? await writeHistory(history, bucket) : state.history_sha256;
    replaced = live?.version ?? null;
    return {
      ...state,
      regions: [...state.regions.filter((region) => region !== live), next].sort(byRegion),
      kept: [
        ...state.kept.filter((kept) => !isSame(kept, next)),
        ...(live ? [{ ...live, since: next.since }] : []),
      ],
      history_sha256,
    };
  });
  return { replaced, liveRegions: namesOf(changed) };
}

/**
 * Collects garbage by reference and age, as git does. It drops versions that are neither live nor among the newest of a region,
 * then removes objects that no version references and that were written more than a day ago.
 */
import { CPU_LIMIT_MS, CURRENT_USABLE_MS, TIMEOUTS } from '../../src/limits.ts';
import type { Progress } from '../base/records.ts';
import { inParallel } from '../base/threads/in-parallel.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { type BucketState, changeState, isRemoving, readStateOf, removalProblem } from './bucket-state.ts';
import { listObjects, sizeOf_bytes } from './stored-objects.ts';

/** Longest use of a former version: lifetime of a cached `current`, reads, computation and clock difference. */
export const IN_USE_MS = CURRENT_USABLE_MS + TIMEOUTS.reads_ms + CPU_LIMIT_MS + 20_000;
/** Younger objects may belong to an upload that goes on. */
export const MIN_AGE_MS = 24 * 3_600_000;
/** No removal is sent later, so that the last one is answered long before others stop waiting for it. */
const WORK_MS = 10 * 60_000;
const REMOVALS_AT_ONCE = 6;

export interface PruneOptions {
  /** Newest versions retained by region, apart from the live one. */
  readonly keep: number;
  readonly dryRun: boolean;
  /** Returns the Unix time in ms. */
  readonly now: () => number;
  readonly progress: Progress;
}

export interface PruneSummary {
  readonly pruned: readonly string[];
  readonly live: readonly string[];
  readonly kept: readonly string[];
  /** Versions of `kept` beyond the number asked for, which may still be read. */
  readonly inUse: readonly string[];
  readonly objects: number;
  readonly bytes: number;
  /** Objects that are not referenced, but were written less than a day ago. */
  readonly young: { readonly objects: number; readonly bytes: number };
  /** Objects for which the time did not suffice. */
  readonly left: number;
  readonly foreign: readonly string[];
  readonly dryRun: boolean;
}

/**
 * `current` states that objects are being removed, from before the first removal on. A publication looks for its objects again
 * if that has begun meanwhile, so no version goes live whose objects are being removed.
 * @throws BucketProblem if another removal goes on, or what is referenced cannot be read
 */
export async function pruneVersions(bucket: Bucket, options: PruneOptions): Promise<PruneSummary> {
  const { dryRun, now, progress } = options;
  const before = await readStateOf(bucket);
  let [objects, bytes] = [0, 0];
  for (;;) {
    const state = dryRun ? withoutOld(before, options) : await beginRemoval(bucket, options);
    const { unused, foreign } = await listObjects(state, bucket);
    const isOld = ({ writtenAt_ms }: ListedObject): boolean => now() - writtenAt_ms > MIN_AGE_MS;
    const [garbage, young] = [unused.filter(isOld), unused.filter((object) => !isOld(object))];
    const deadline_ms = state.removal.began_ms + WORK_MS;
    const { removed, answered } = dryRun
      ? { removed: garbage, answered: true }
      : await removeObjects(garbage, bucket, progress, () => now() < deadline_ms);
    if (!dryRun && answered) await endRemoval(bucket, state);
    objects += removed.length;
    bytes += sizeOf_bytes(removed);
    const left = garbage.length - removed.length;
    if (left > 0 && removed.length > 0 && answered) continue;
    const isLeft = new Set([...state.regions, ...state.kept].map(({ manifest_sha256 }) => manifest_sha256));
    const newest = newestOf(state, options.keep);
    return {
      pruned: versionsOf(before.kept.filter((kept) => !isLeft.has(kept.manifest_sha256))),
      live: versionsOf(state.regions),
      kept: versionsOf(state.kept),
      inUse: versionsOf(state.kept.filter((one) => !newest.has(one))),
      objects,
      bytes,
      young: { objects: young.length, bytes: sizeOf_bytes(young) },
      left,
      foreign,
      dryRun,
    };
  }
}

const beginRemoval = (bucket: Bucket, options: PruneOptions): Promise<BucketState> =>
  changeState(bucket, (state) => {
    const now_ms = options.now();
    if (isRemoving(state, now_ms)) throw removalProblem(state);
    const began_ms = Math.max(now_ms, state.removal.began_ms + 1);
    return { ...withoutOld(state, options), removal: { began_ms, ended: false } };
  });

const endRemoval = (bucket: Bucket, { removal }: BucketState): Promise<BucketState> =>
  changeState(bucket, (state) =>
    state.removal.began_ms === removal.began_ms && !state.removal.ended
      ? { ...state, removal: { ...removal, ended: true } }
      : state,
  );

const versionsOf = (some: readonly { readonly version: string }[]): string[] =>
  some.map(({ version }) => version);

function newestOf(state: BucketState, keep: number): ReadonlySet<unknown> {
  const newestFirst = state.kept.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return new Set(
    [...Map.groupBy(newestFirst, ({ region }) => region).values()].flatMap((kept) => kept.slice(0, keep)),
  );
}

function withoutOld(state: BucketState, { keep, now }: PruneOptions): BucketState {
  const newest = newestOf(state, keep);
  const kept = state.kept.filter((one) => newest.has(one) || now() - Date.parse(one.since) <= IN_USE_MS);
  return { ...state, kept };
}

/** @returns `answered`: whether no removal may be applied later */
async function removeObjects(
  objects: readonly ListedObject[],
  bucket: Bucket,
  progress: Progress,
  isInTime: () => boolean,
): Promise<{ removed: ListedObject[]; answered: boolean }> {
  const removed: ListedObject[] = [];
  let answered = true;
  await inParallel(objects, REMOVALS_AT_ONCE, async (object) => {
    if (!isInTime()) return;
    if (!(await bucket.remove(object.key))) answered = false;
    removed.push(object);
    progress('Remove', removed.length, objects.length);
  });
  return { removed, answered };
}

/**
 * Removes versions neither live nor among a region's newest, once no request reads them: their entries in `current`, then
 * uploads that it does not mention.
 */
import { CPU_LIMIT_MS, CURRENT_USABLE_MS, TIMEOUTS } from '../../src/limits.ts';
import type { Progress } from '../records.ts';
import { inParallel } from '../threads/in-parallel.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { prefixesOf, type StoredFormat, sizeOf_bytes, sizesOf, sortObjects } from './bucket-objects.ts';
import { type BucketState, changeState, isMentioned, keptListOf, readStateOf } from './current-document.ts';
import type { KeptDataset } from './kept-datasets.ts';

/** Longest use of a former version: pointer lifetime, reads, computation and clock difference. */
export const IN_USE_MS = CURRENT_USABLE_MS + TIMEOUTS.reads_ms + CPU_LIMIT_MS + 20_000;
/** An upload may take this long. */
export const MAX_UPLOAD_MS = 24 * 3_600_000;

const REMOVALS_AT_ONCE = 6;

export interface PruneOptions {
  /** Newest versions retained by region, apart from the live one. */
  readonly keep: number;
  readonly dryRun: boolean;
  readonly now_ms: number;
  readonly progress: Progress;
}

export interface PruneSummary {
  readonly pruned: readonly string[];
  readonly live: readonly string[];
  readonly kept: readonly string[];
  readonly objects: number;
  readonly bytes: number;
  readonly formats: readonly StoredFormat[];
  readonly foreign: readonly string[];
  readonly dryRun: boolean;
}

/** Uploads are registered before their first object and never again, so objects that `current` does not mention stay garbage. */
export async function pruneVersions(bucket: Bucket, options: PruneOptions): Promise<PruneSummary> {
  const { keep, dryRun, now_ms, progress } = options;
  const before = await readStateOf(bucket);
  const drop = (current: BucketState): BucketState => {
    const kept = current.kept.filter(staysIn(current, keep, now_ms));
    return kept.length === current.kept.length ? current : { ...current, kept };
  };
  const dropped = dryRun ? drop(before) : await changeState(bucket, drop);
  const { uploads, formats, keptLists, foreign } = sortObjects(await bucket.list(''));
  const current = dryRun ? dropped : await readStateOf(bucket);
  const keptList = await keptListOf(bucket);
  const used = new Set([...current.regions, ...current.kept].flatMap(prefixesOf));
  const garbage = [
    ...[...uploads].flatMap(([prefix, objects]) => (used.has(prefix) ? [] : objects)),
    ...keptLists.filter(({ key, writtenAt_ms }) => key !== keptList && now_ms - writtenAt_ms > MAX_UPLOAD_MS),
  ];
  if (!dryRun) await removeObjects(garbage, bucket, progress);
  return {
    pruned: before.kept.filter((dataset) => !isMentioned(current, dataset)).map(nameOf),
    live: current.regions.map(({ version }) => version),
    kept: current.kept.map(nameOf),
    objects: garbage.length,
    bytes: sizeOf_bytes(garbage),
    formats: sizesOf(formats),
    foreign,
    dryRun,
  };
}

function staysIn({ kept }: BucketState, keep: number, now_ms: number): (dataset: KeptDataset) => boolean {
  const byRegion = Map.groupBy(
    kept.filter(({ state }) => state === 'whole').toSorted((a, b) => (a.since < b.since ? 1 : -1)),
    ({ region }) => region,
  );
  const newest = new Set([...byRegion.values()].flatMap((versions) => versions.slice(0, keep)));
  return (dataset) =>
    newest.has(dataset) ||
    now_ms - Date.parse(dataset.since) <= (dataset.state === 'whole' ? IN_USE_MS : MAX_UPLOAD_MS);
}

const nameOf = ({ version, state }: KeptDataset): string =>
  state === 'whole' ? version : `${version} (unfinished upload)`;

export async function removeObjects(
  objects: readonly ListedObject[],
  bucket: Bucket,
  progress: Progress,
): Promise<void> {
  let removed = 0;
  await inParallel(objects, REMOVALS_AT_ONCE, async ({ key }) => {
    await bucket.remove(key);
    progress('Remove', ++removed, objects.length);
  });
}

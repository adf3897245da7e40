/** Removes the objects of versions that are neither live nor kept for going back to, once no request can be reading them. */
import type { KeptDataset, StoredDataset } from '../../src/format/current.ts';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { CURRENT_KEY, formatPrefix, manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import { CPU_LIMIT_MS, CURRENT_USABLE_MS, TIMEOUTS } from '../../src/limits.ts';
import type { Progress } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { changeCurrent, readCurrentOf } from './live-regions.ts';

/**
 * How long after a change of `current` the version before may still be read: an isolate may use the old pointer for
 * so long, for a request that then reads and computes for so long. Clocks may differ by the last term.
 */
export const IN_USE_MS = CURRENT_USABLE_MS + TIMEOUTS.reads_ms + CPU_LIMIT_MS + 20_000;
/** An upload without a manifest that is younger may still be going on. */
export const UNFINISHED_KEPT_MS = 24 * 3_600_000;

export interface PruneOptions {
  /** Versions of each region to keep besides the live one, the newest ones. */
  readonly keep: number;
  /** Removes nothing, but tells what would be removed. */
  readonly dryRun: boolean;
  readonly now_ms: number;
  readonly progress: Progress;
}

export interface PruneSummary {
  /** Versions removed, or to be removed. */
  readonly pruned: readonly string[];
  readonly kept: readonly string[];
  readonly objects: number;
  readonly dryRun: boolean;
}

/** @throws DamagedTile where `current` cannot be read */
export async function pruneVersions(bucket: Bucket, options: PruneOptions): Promise<PruneSummary> {
  const { keep, dryRun, now_ms, progress } = options;
  const { regions, kept, writes } = await readCurrentOf(bucket);
  const byRegion = Map.groupBy(
    kept.filter(({ state }) => state === 'whole').toSorted((a, b) => (a.since < b.since ? 1 : -1)),
    ({ region }) => region,
  );
  const newest = new Set([...byRegion.values()].flatMap((versions) => versions.slice(0, keep)));
  const isOut = (dataset: KeptDataset): boolean =>
    !newest.has(dataset) &&
    now_ms - Date.parse(dataset.since) > (dataset.state === 'whole' ? IN_USE_MS : UNFINISHED_KEPT_MS);
  const left = kept.filter((dataset) => !isOut(dataset));
  const used = new Set([...regions, ...left].flatMap(prefixesOf));
  const objects = (await bucket.list(formatPrefix(FORMAT_VERSION))).filter(
    ({ key }) => key !== CURRENT_KEY && !used.has(key.slice(0, key.lastIndexOf('/') + 1)),
  );
  if (!dryRun) {
    await changeCurrent(bucket, () => ({ regions, kept: left, writes }));
    for (const [done, { key }] of objects.entries()) {
      await bucket.remove(key);
      progress('Remove', done + 1, objects.length);
    }
  }
  return {
    pruned: kept.filter(isOut).map(({ version }) => version),
    kept: [...regions, ...left].map(({ version }) => version),
    objects: objects.length,
    dryRun,
  };
}

/** What the keys of a dataset's objects begin with, up to the last slash. */
function prefixesOf({ version, upload, sets }: StoredDataset): string[] {
  const manifest = manifestKey(version, upload);
  return [
    manifest.slice(0, manifest.lastIndexOf('/') + 1),
    ...TILE_SETS.flatMap((tileSet) => (sets[tileSet] ? [tileSetPrefix(tileSet, sets[tileSet])] : [])),
  ];
}

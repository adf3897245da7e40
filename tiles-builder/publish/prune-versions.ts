/** Removes the objects of versions that are neither live nor kept for going back to, once no request can be reading them. */
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { CPU_LIMIT_MS, CURRENT_USABLE_MS, TIMEOUTS } from '../../src/limits.ts';
import { BadInput } from '../bad-input.ts';
import { keyPrefix } from '../dataset-folder.ts';
import type { Progress } from '../records.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { liveRegions } from './live-regions.ts';

const VERSION_IN_KEY = /^datasets\/(([a-z0-9-]+)-[0-9a-f]{16})\//;
const DATASETS_PREFIX = 'datasets/';
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

interface StoredVersion {
  readonly version: string;
  readonly region: string;
  readonly objects: readonly ListedObject[];
  /** When its manifest was written, the last of its objects; `null` where there is none. */
  readonly finishedAt_ms: number | null;
}

/** @throws BadInput where `current` is missing, or was written a moment ago */
export async function pruneVersions(bucket: Bucket, options: PruneOptions): Promise<PruneSummary> {
  const { keep, dryRun, now_ms, progress } = options;
  const pointer = (await bucket.list(CURRENT_KEY)).find(({ key }) => key === CURRENT_KEY);
  const live = await liveRegions(bucket);
  if (!pointer || live.length === 0) {
    throw new BadInput(CURRENT_KEY, null, 'lists no live region, so that nothing is sure to be out of use');
  }
  const wait_ms = pointer.writtenAt_ms + IN_USE_MS - now_ms;
  if (wait_ms > 0) {
    const wait_s = Math.ceil(wait_ms / 1000);
    throw new BadInput(
      CURRENT_KEY,
      null,
      `changed a moment ago, and requests may be reading the version before: try again in ${wait_s} s`,
    );
  }
  const versions = storedVersions(await bucket.list(DATASETS_PREFIX));
  const liveVersions = new Set(live.map(({ version }) => version));
  const earlier = versions.filter(({ version }) => !liveVersions.has(version));
  const toKeep = new Set(
    [...Map.groupBy(earlier.filter(isFinished), ({ region }) => region).values()].flatMap((ofRegion) =>
      ofRegion
        .sort((a, b) => b.finishedAt_ms - a.finishedAt_ms)
        .slice(0, keep)
        .map(({ version }) => version),
    ),
  );
  const doomed = earlier.filter(
    (stored) =>
      !toKeep.has(stored.version) &&
      now_ms - lastWritten_ms(stored) > (isFinished(stored) ? IN_USE_MS : UNFINISHED_KEPT_MS),
  );
  const total = doomed.reduce((sum, { objects }) => sum + objects.length, 0);
  let removed = 0;
  for (const { version, objects } of dryRun ? [] : doomed) {
    // The manifest first: a version that is half gone has none, so that nobody goes back to it.
    const manifest = manifestKey(version);
    const keys = objects
      .map(({ key }) => key)
      .sort((a, b) => Number(b === manifest) - Number(a === manifest));
    for (const key of keys) {
      await bucket.remove(key);
      progress('Remove', ++removed, total);
    }
  }
  const pruned = doomed.map(({ version }) => version);
  return {
    pruned,
    kept: versions.map(({ version }) => version).filter((version) => !pruned.includes(version)),
    objects: total,
    dryRun,
  };
}

function storedVersions(objects: readonly ListedObject[]): StoredVersion[] {
  const byVersion = Map.groupBy(
    objects.filter(({ key }) => VERSION_IN_KEY.test(key)),
    ({ key }) => VERSION_IN_KEY.exec(key)![1]!,
  );
  return Array.from(byVersion, ([version, ofVersion]) => ({
    version,
    region: VERSION_IN_KEY.exec(keyPrefix(version))![2]!,
    objects: ofVersion,
    finishedAt_ms: ofVersion.find(({ key }) => key === manifestKey(version))?.writtenAt_ms ?? null,
  })).sort((a, b) => (a.version < b.version ? -1 : 1));
}

const isFinished = (stored: StoredVersion): stored is StoredVersion & { readonly finishedAt_ms: number } =>
  stored.finishedAt_ms !== null;

const lastWritten_ms = ({ objects }: StoredVersion): number =>
  Math.max(...objects.map(({ writtenAt_ms }) => writtenAt_ms));

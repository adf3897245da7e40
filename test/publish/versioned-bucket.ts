/** Bucket in memory, into which tests publish tiny datasets an hour apart. */
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { readStateOf } from '../../tiles-builder/publish/bucket-state.ts';
import { listBucket } from '../../tiles-builder/publish/list-bucket.ts';
import {
  MIN_AGE_MS,
  type PruneOptions,
  type PruneSummary,
  pruneVersions,
} from '../../tiles-builder/publish/prune-versions.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { ALL_CHANGES } from '../../tiles-builder/publish/version-change.ts';
import { type CallHooks, R2Model } from '../support/buckets/r2-model.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';

export const HOUR_MS = 3_600_000;
export const START_MS = Date.UTC(2026, 10, 1);
/** Three tile sets of two objects and a list, and the manifest. */
export const OBJECTS = 3 * (2 + 1) + 1;

export const quiet = (): void => {};

export const liveIn = async (bucket: Bucket): Promise<string[]> =>
  (await readStateOf(bucket)).regions.map(({ version }) => version);

export const faultsIn = async (bucket: Bucket): Promise<string[]> =>
  (await verifyBucket(bucket, null, quiet)).versions.flatMap(({ faults }) => faults);

/** Empty before each test. */
export function versionedBucket() {
  const model = new R2Model();
  const bucket = model.client();
  let folders: string;
  beforeEach(() => {
    folders = temporaryFolderOfTest();
    model.objects.clear();
    model.now_ms = START_MS;
  });
  const now = (): number => model.now_ms;
  const later = (by_ms = MIN_AGE_MS + HOUR_MS): void => {
    model.now_ms += by_ms;
  };
  /** @param letters content of the tile sets pedestrian, motorized, basemap; equal ones are shared */
  const write = (region: string, letters: string): { folder: string; manifest: Manifest } => {
    const [pedestrian = '', motorized = '', basemap = ''] = letters;
    const folder = join(folders, `${region}-${letters}`);
    return {
      folder,
      manifest: writeTinyDataset(folder, { region, content: { pedestrian, motorized, basemap } }),
    };
  };
  const publish = async (region: string, letters: string, into = bucket) => {
    const { folder, manifest } = write(region, letters);
    later(HOUR_MS);
    const summary = await publishDataset(folder, into, quiet, { accept: new Set(ALL_CHANGES), now });
    return { ...summary, manifest };
  };
  const prune = (options: Partial<PruneOptions> = {}, from = bucket): Promise<PruneSummary> =>
    pruneVersions(from, { keep: 1, dryRun: false, now, progress: quiet, ...options });
  /** Calls of this kind fail after this number. */
  const dying = (method: 'put' | 'remove', after: number): Bucket => {
    let calls = 0;
    const before: CallHooks['before'] = async (call) => {
      if (call.method === method && ++calls > after) throw new Error('ended');
    };
    return model.client({ before });
  };
  const garbage = async (): Promise<number> => (await listBucket(bucket)).unused.objects;
  return { model, bucket, now, later, write, publish, prune, dying, garbage };
}

/** Bucket in memory, into which tests publish tiny datasets an hour apart. */
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, KEPT_LISTS_PREFIX } from '../../src/format/object-keys.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';

export const HOUR_MS = 3_600_000;
export const START_MS = Date.UTC(2026, 10, 1);
/** Three tile sets of two objects and a list, and the manifest. */
export const OBJECTS = 3 * (2 + 1) + 1;

export const quiet = (): void => {};
export const isOfDataset = (key: string): boolean =>
  key !== CURRENT_KEY && !key.startsWith(KEPT_LISTS_PREFIX);

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
  const later = (by_ms = HOUR_MS): void => {
    model.now_ms += by_ms;
  };
  const publish = async (
    region: string,
    content: string,
    { into = bucket, roads = content } = {},
  ): Promise<Manifest> => {
    const folder = join(folders, `${region}-${content}`);
    const [streets, basemap] = [`${region} ${roads}`, `${region} ${content}`];
    const manifest = writeTinyDataset(folder, {
      region,
      content: { pedestrian: streets, motorized: streets, basemap },
    });
    later();
    await publishDataset(folder, into, quiet, { now: () => model.now_ms });
    return manifest;
  };
  /** Calls on counted keys fail after this number. */
  const dying = (method: 'put' | 'remove', after: number, counts = isOfDataset): Bucket => {
    let calls = 0;
    return model.client({
      before: async (call) => {
        if (call.method === method && counts(call.key) && ++calls > after) throw new Error('ended');
      },
    });
  };
  return { model, bucket, later, publish, dying };
}

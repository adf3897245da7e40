/** Uploads a dataset and then, last of all, makes it the live version of its region. */
import { readFile } from 'node:fs/promises';
import { currentRegionOf } from '../../src/format/current.ts';
import { listObjects, readManifest } from '../dataset-folder.ts';
import type { Progress } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { etagOf } from './etag.ts';
import { goLive, type WentLive } from './live-regions.ts';
import { openLocalBucket } from './local-bucket.ts';

const UPLOADS_AT_ONCE = 6;

export interface PublishSummary extends WentLive {
  readonly region: string;
  readonly version: string;
  readonly uploaded: number;
  /** Objects that were there already, from this version's earlier and interrupted upload. */
  readonly alreadyThere: number;
  readonly bytes: number;
}

/** @throws BadInput where the folder holds no dataset; what the bucket throws */
export async function publishDataset(
  folder: string,
  bucket: Bucket,
  progress: Progress,
): Promise<PublishSummary> {
  const manifest = readManifest(folder);
  const { region, version } = manifest;
  const objects = listObjects(folder, version);
  const manifestObject = objects.pop()!;
  const queue = objects.values();
  let uploaded = 0;
  let alreadyThere = 0;
  let bytes = 0;
  const uploadNext = async (): Promise<void> => {
    for (const { key, file } of queue) {
      const content = await readFile(file);
      if ((await bucket.head(key))?.etag === etagOf(content)) alreadyThere++;
      else {
        await bucket.put(key, content);
        uploaded++;
        bytes += content.byteLength;
      }
      progress('Upload', uploaded + alreadyThere, objects.length);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, uploadNext));
  const manifestBytes = await readFile(manifestObject.file);
  await bucket.put(manifestObject.key, manifestBytes);
  const wentLive = await goLive(currentRegionOf(manifestBytes), bucket);
  return { region, version, uploaded, alreadyThere, bytes, ...wentLive };
}

/** Publishes into the local R2 that `wrangler dev` reads. */
export async function publishLocal(folder: string, progress: Progress = () => {}): Promise<PublishSummary> {
  const bucket = await openLocalBucket();
  try {
    return await publishDataset(folder, bucket, progress);
  } finally {
    await bucket.close();
  }
}

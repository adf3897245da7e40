/** Uploads a dataset and then, last of all, makes it the live version of its region. */
import { readFile } from 'node:fs/promises';
import { type CurrentRegion, currentRegionOf, readCurrent, writeCurrent } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { listObjects, readManifest } from '../dataset-folder.ts';
import type { Progress } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { openLocalBucket } from './local-bucket.ts';

const UPLOADS_AT_ONCE = 6;

export interface PublishSummary {
  readonly region: string;
  readonly version: string;
  readonly uploaded: number;
  /** Objects that were there already, from this version's earlier and interrupted upload. */
  readonly alreadyThere: number;
  readonly bytes: number;
  readonly liveRegions: readonly string[];
}

/** @throws BadInput where the folder holds no dataset; what the bucket throws */
export async function publishDataset(
  folder: string,
  bucket: Bucket,
  progress: Progress,
): Promise<PublishSummary> {
  const manifest = readManifest(folder);
  const { region, version } = manifest;
  const live = await liveRegions(bucket);
  const objects = listObjects(folder, version);
  const manifestObject = objects.pop()!;
  const queue = objects.values();
  let uploaded = 0;
  let alreadyThere = 0;
  let bytes = 0;
  const uploadNext = async (): Promise<void> => {
    for (const { key, file } of queue) {
      const content = await readFile(file);
      if ((await bucket.size(key)) === content.byteLength) alreadyThere++;
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
  const regions = [...live.filter((other) => other.region !== region), currentRegionOf(manifestBytes)].sort(
    (a, b) => (a.region < b.region ? -1 : 1),
  );
  await bucket.put(CURRENT_KEY, writeCurrent(regions));
  return {
    region,
    version,
    uploaded,
    alreadyThere,
    bytes,
    liveRegions: regions.map((other) => other.region),
  };
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

/**
 * The regions that a bucket's `current` lists; none where it is damaged or of another format, as the service cannot read it
 * either.
 */
async function liveRegions(bucket: Bucket): Promise<readonly CurrentRegion[]> {
  const bytes = await bucket.get(CURRENT_KEY);
  try {
    return bytes ? readCurrent(bytes) : [];
  } catch (cause) {
    if (cause instanceof DamagedTile) return [];
    throw cause;
  }
}

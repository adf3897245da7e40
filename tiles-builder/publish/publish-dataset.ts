/** Uploads a dataset and then, last of all, makes it the live version of its region. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { type Current, currentSchema } from '../../src/format/manifest.ts';
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
  const { region, version, coverage } = manifest;
  const current = await readCurrent(bucket);
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
  await bucket.put(manifestObject.key, await readFile(manifestObject.file));
  const regions = [
    ...current.regions.filter((live) => live.region !== region),
    { region, version, coverage },
  ].sort((a, b) => (a.region < b.region ? -1 : 1));
  const next: Current = { format: FORMAT_VERSION, regions };
  await bucket.put(CURRENT_KEY, new TextEncoder().encode(JSON.stringify(next)));
  return { region, version, uploaded, alreadyThere, bytes, liveRegions: regions.map((live) => live.region) };
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

async function readCurrent(bucket: Bucket): Promise<Current> {
  const bytes = await bucket.get(CURRENT_KEY);
  if (!bytes) return { format: FORMAT_VERSION, regions: [] };
  return v.parse(currentSchema, JSON.parse(new TextDecoder().decode(bytes)));
}

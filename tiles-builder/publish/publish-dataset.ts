/** Uploads a dataset and then, last of all, makes it the live version of its region. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LIST_NAME,
  MANIFEST_NAME,
  manifestKey,
  tileSetPrefix,
  type UploadId,
} from '../../src/format/object-keys.ts';
import { TILE_SETS, type TileSet } from '../../src/format/tile-sets.ts';
import { readBuiltAt, readManifest, readManifestBytes, readTileSets } from '../dataset/dataset-folder.ts';
import { sha256Of } from '../dataset/tile-set-writer.ts';
import type { Progress } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { goLive, readCurrentOf, type WentLive } from './live-regions.ts';
import { openLocalBucket } from './local-bucket.ts';

const UPLOADS_AT_ONCE = 6;
const UPLOAD_ID_BYTES = 6;

export interface PublishSummary extends WentLive {
  readonly region: string;
  readonly version: string;
  readonly uploaded: number;
  /** Objects that were there already, from another version with the same tile set. */
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
  const { region, version, coverage } = manifest;
  const current = await readCurrentOf(bucket);
  const upload = randomBytes(UPLOAD_ID_BYTES).toString('hex');
  const stored = [...current.regions, ...current.kept.filter(({ state }) => state === 'whole')];
  const sets = Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, null])) as Record<
    TileSet,
    { name: string; upload: UploadId } | null
  >;
  const files: { key: string; file: string }[] = [];
  let alreadyThere = 0;
  for (const { tileSet, name, listFile, objects, fileOf } of readTileSets(folder, manifest)) {
    const there = stored.map((dataset) => dataset.sets[tileSet]).find((set) => set?.name === name);
    sets[tileSet] = there ?? { name, upload };
    if (there) alreadyThere += objects.length + 1;
    else {
      const prefix = tileSetPrefix(tileSet, sets[tileSet]);
      files.push(...objects.map((object) => ({ key: prefix + object.name, file: fileOf(object) })));
      files.push({ key: prefix + LIST_NAME, file: listFile });
    }
  }
  const queue = files.values();
  let uploaded = 0;
  let bytes = 0;
  const uploadNext = async (): Promise<void> => {
    for (const { key, file } of queue) {
      const content = await readFile(file);
      await bucket.put(key, content);
      bytes += content.byteLength;
      progress('Upload', ++uploaded, files.length);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, uploadNext));
  const manifestBytes = await readFile(join(folder, MANIFEST_NAME));
  await bucket.put(manifestKey(version, upload), manifestBytes);
  const wentLive = await goLive(
    {
      region,
      version,
      upload,
      manifest_sha256: sha256Of(readManifestBytes(folder)),
      built_at: readBuiltAt(folder),
      live_since: new Date().toISOString(),
      sets,
      coverage,
    },
    bucket,
  );
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

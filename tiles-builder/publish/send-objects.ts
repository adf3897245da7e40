/** Uploads objects that the bucket lacks or holds damaged, several at a time, the manifest last. */
import type { StoredDataset } from '../../src/format/live-regions.ts';
import { manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import type { Progress } from '../records.ts';
import { inParallel } from '../threads/in-parallel.ts';
import type { Bucket } from './bucket.ts';
import { type FaultyObject, findFaulty } from './compare-objects.ts';
import type { DatasetToSend, ObjectToSend } from './folder-to-publish.ts';

const UPLOADS_AT_ONCE = 6;

export interface MissingObjects {
  readonly tiles: readonly FaultyObject<ObjectToSend>[];
  readonly manifest: readonly FaultyObject<ObjectToSend>[];
  readonly alreadyThere: number;
  readonly bytes: number;
}

export async function findMissing(
  { tileSets, manifestObject }: DatasetToSend,
  { version, upload, sets }: StoredDataset,
  bucket: Bucket,
  progress: Progress,
): Promise<MissingObjects> {
  const total = tileSets.reduce((sum, { objects }) => sum + objects.length, 1);
  let compared = 0;
  const missingOf = async (
    prefix: string,
    objects: readonly ObjectToSend[],
  ): Promise<FaultyObject<ObjectToSend>[]> =>
    findFaulty(prefix, objects, await bucket.list(prefix), bucket, () =>
      progress('Compare with the bucket', ++compared, total),
    );
  const tiles: FaultyObject<ObjectToSend>[] = [];
  for (const { tileSet, objects } of tileSets) {
    const stored = sets[tileSet];
    if (!stored) throw new RangeError(`${version} has no tile set ${tileSet}`);
    for (const tile of await missingOf(tileSetPrefix(tileSet, stored), objects)) tiles.push(tile);
  }
  const prefix = manifestKey(version, upload).slice(0, -manifestObject.name.length);
  const manifest = await missingOf(prefix, [manifestObject]);
  const missing = [...tiles, ...manifest];
  return {
    tiles,
    manifest,
    alreadyThere: total - missing.length,
    bytes: missing.reduce((sum, { object }) => sum + object.bytes, 0),
  };
}

/**
 * Begins no upload after a failure.
 * @throws BadInput where a file is missing or changed
 */
export async function sendObjects(
  { tiles, manifest }: MissingObjects,
  bucket: Bucket,
  progress: Progress,
): Promise<void> {
  const total = tiles.length + manifest.length;
  let sent = 0;
  for (const objects of [tiles, manifest]) {
    await inParallel(objects, UPLOADS_AT_ONCE, async ({ key, object }) => {
      await bucket.put(key, await object.read());
      progress('Upload', ++sent, total);
    });
  }
}

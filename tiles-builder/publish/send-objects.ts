/** Uploads the objects of a dataset that the bucket does not hold as they are listed. */
import type { StoredDataset } from '../../src/format/live-regions.ts';
import { manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import type { Progress } from '../records.ts';
import { inParallel } from '../threads/in-parallel.ts';
import type { Bucket } from './bucket.ts';
import type { DatasetToSend, ObjectToSend } from './folder-to-publish.ts';

const UPLOADS_AT_ONCE = 6;

interface PlacedObject extends ObjectToSend {
  readonly key: string;
}

/** What a bucket lacks of a dataset. */
export interface MissingObjects {
  readonly tiles: readonly PlacedObject[];
  /** The manifest, where it is missing. */
  readonly manifest: readonly PlacedObject[];
  /** Objects that are there as they are listed. */
  readonly alreadyThere: number;
  readonly bytes: number;
}

/** Compares what the lists name with what the bucket lists. */
export async function findMissing(
  sent: DatasetToSend,
  { version, upload, sets }: StoredDataset,
  bucket: Bucket,
): Promise<MissingObjects> {
  const missingOf = async (prefix: string, objects: readonly ObjectToSend[]): Promise<PlacedObject[]> => {
    const stored = new Map((await bucket.list(prefix)).map((object) => [object.key, object]));
    return objects
      .map((object) => ({ ...object, key: prefix + object.name }))
      .filter(({ key, md5, size_bytes }) => {
        const there = stored.get(key);
        return there?.etag !== md5 || there.size_bytes !== size_bytes;
      });
  };
  const tiles: PlacedObject[] = [];
  for (const { tileSet, objects } of sent.tileSets) {
    const stored = sets[tileSet];
    if (!stored) throw new RangeError(`${version} has no tile set ${tileSet}`);
    tiles.push(...(await missingOf(tileSetPrefix(tileSet, stored), objects)));
  }
  const { manifestObject } = sent;
  const prefix = manifestKey(version, upload).slice(0, -manifestObject.name.length);
  const manifest = await missingOf(prefix, [manifestObject]);
  const listed = sent.tileSets.reduce((sum, { objects }) => sum + objects.length, 1);
  const missing = [...tiles, ...manifest];
  return {
    tiles,
    manifest,
    alreadyThere: listed - missing.length,
    bytes: missing.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
  };
}

/**
 * Uploads objects, the manifest after all others. Where one of them fails, those under way are finished and no other begins.
 * @throws BadInput where a file is missing or changed; BucketProblem
 */
export async function sendObjects(
  { tiles, manifest }: MissingObjects,
  bucket: Bucket,
  progress: Progress,
): Promise<void> {
  const total = tiles.length + manifest.length;
  let sent = 0;
  for (const objects of [tiles, manifest]) {
    await inParallel(objects, UPLOADS_AT_ONCE, async ({ key, read }) => {
      await bucket.put(key, await read());
      progress('Upload', ++sent, total);
    });
  }
}

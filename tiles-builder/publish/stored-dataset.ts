/** Reads the datasets that `current` names, and verifies their objects in the bucket by SHA-256, or by listed size and MD5. */
import { areSetsOf, setsOf } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import type { StoredDataset } from '../../src/format/live-regions.ts';
import { type Manifest, type TileSetEntry, tileSetsOf } from '../../src/format/manifest.ts';
import { LIST_NAME, manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import { readObjectList, type ListedObject as TileSetObject } from '../../src/format/object-list.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import type { TileSource } from '../../src/storage/tile-source.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Progress } from '../base/records.ts';
import { inParallel } from '../base/threads/in-parallel.ts';
import { isAsListed, sha256Of } from '../dataset/checksums.ts';
import { manifestOf } from '../dataset/dataset-folder.ts';
import type { Bucket } from './bucket.ts';

const READS_AT_ONCE = 6;

/** @throws DamagedTile if the manifest is missing or wrong */
export async function readStoredManifest(
  { version, manifest_sha256 }: Pick<StoredDataset, 'version' | 'manifest_sha256'>,
  bucket: Bucket,
): Promise<Manifest> {
  const key = manifestKey(version);
  const object = await bucket.get(key);
  if (!object) throw new DamagedTile('manifest', `${key} is missing`);
  if (sha256Of(object.bytes) !== manifest_sha256) {
    throw new DamagedTile('manifest', `${key} is not the one that was published`);
  }
  try {
    return manifestOf(object.bytes, key);
  } catch (cause) {
    if (cause instanceof BadInput) throw new DamagedTile('manifest', cause.message);
    throw cause;
  }
}

export const tileSourceOf = (bucket: Bucket): TileSource => ({
  read: async (key) => {
    const object = await bucket.get(key);
    return object ? new Uint8Array(object.bytes).buffer : null;
  },
});

export interface FaultyObject<O extends TileSetObject = TileSetObject> {
  readonly object: O;
  readonly key: string;
  readonly fault: 'missing' | 'damaged';
}

/** Finds objects that are missing or damaged in the bucket; reads every byte where a list of the bucket proves nothing. */
export async function findFaulty<O extends TileSetObject>(
  prefix: string,
  objects: readonly O[],
  bucket: Bucket,
  onCompared: () => void = () => {},
): Promise<FaultyObject<O>[]> {
  const listed = new Map((await bucket.list(prefix)).map((object) => [object.key, object]));
  const faultOf = async (key: string, object: O): Promise<FaultyObject['fault'] | null> => {
    const there = listed.get(key);
    if (!there) return 'missing';
    if (bucket.trustsLists) {
      return there.etag === object.md5 && there.size_bytes === object.bytes ? null : 'damaged';
    }
    const read = await bucket.get(key);
    if (!read) return 'missing';
    return isAsListed(read.bytes, object) ? null : 'damaged';
  };
  const faults = new Map<O, FaultyObject<O>>();
  await inParallel(objects, READS_AT_ONCE, async (object) => {
    const key = prefix + object.name;
    const fault = await faultOf(key, object);
    if (fault) faults.set(object, { object, key, fault });
    onCompared();
  });
  return objects.flatMap((object) => faults.get(object) ?? []);
}

export interface StoredVerification {
  readonly manifest: Manifest | null;
  readonly objects: number;
  readonly bytes: number;
  /** Faults as sentences. */
  readonly faults: readonly string[];
}

/**
 * Verifies every object: manifest and lists by SHA-256, others as {@link findFaulty} does.
 * @param proven faults of tile sets verified before, as versions share them
 */
export async function verifyStored(
  stored: Pick<StoredDataset, 'version' | 'manifest_sha256'> & Partial<StoredDataset>,
  bucket: Bucket,
  progress: Progress = () => {},
  proven = new Map<string, readonly string[]>(),
): Promise<StoredVerification> {
  let manifest: Manifest;
  try {
    manifest = await readStoredManifest(stored, bucket);
    if (!areSetsOf(manifest, stored.sets ?? setsOf(manifest))) {
      throw new DamagedTile(
        'manifest',
        `of ${stored.version} has other tile sets than are listed as live or kept`,
      );
    }
  } catch (cause) {
    if (!(cause instanceof DamagedTile)) throw cause;
    return { manifest: null, objects: 0, bytes: 0, faults: [cause.message] };
  }
  const entries = tileSetsOf(manifest);
  const total = Object.values(entries).reduce((sum, entry) => sum + (entry?.objects ?? 0), 0);
  let compared = 0;
  const onCompared = (): void => progress(`Verify ${stored.version}`, ++compared, total);
  const faults: string[] = [];
  let objects = 1;
  let bytes = 0;
  for (const tileSet of TILE_SETS) {
    const entry = entries[tileSet];
    if (!entry) continue;
    const prefix = tileSetPrefix(tileSet, entry.name);
    const found = proven.get(prefix) ?? (await faultsOfTileSet(prefix, entry, bucket, onCompared));
    proven.set(prefix, found);
    for (const fault of found) faults.push(fault);
    objects += entry.objects + 1;
    bytes += entry.bytes;
  }
  return { manifest, objects, bytes, faults };
}

async function faultsOfTileSet(
  prefix: string,
  { list_sha256 }: TileSetEntry,
  bucket: Bucket,
  onCompared: () => void,
): Promise<string[]> {
  const list = await bucket.get(prefix + LIST_NAME);
  if (!list || sha256Of(list.bytes) !== list_sha256) {
    return [`${prefix}${LIST_NAME} is ${list ? 'not the list that the manifest means' : 'missing'}`];
  }
  const faulty = await findFaulty(prefix, readObjectList(list.bytes), bucket, onCompared);
  return faulty.map(({ key, fault }) => `${key} is ${fault}`);
}

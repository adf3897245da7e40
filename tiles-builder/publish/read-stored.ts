/** Reads manifests that `current` names, and verifies all objects of their datasets by SHA-256, MD5 or size. */
import { areSetsOf } from '../../src/format/current.ts';
import { DamagedTile } from '../../src/format/envelope.ts';
import type { StoredDataset } from '../../src/format/live-regions.ts';
import { type Manifest, type TileSetEntry, tileSetsOf } from '../../src/format/manifest.ts';
import { LIST_NAME, manifestKey, tileSetPrefix } from '../../src/format/object-keys.ts';
import { readObjectList } from '../../src/format/object-list.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import type { TileSource } from '../../src/storage/tile-source.ts';
import { sha256Of } from '../dataset/checksums.ts';
import { manifestOf } from '../dataset/dataset-folder.ts';
import { BadInput } from '../failures/bad-input.ts';
import type { Progress } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { findFaulty } from './compare-objects.ts';

/** @throws DamagedTile where the manifest is missing or wrong */
export async function readStoredManifest(stored: StoredDataset, bucket: Bucket): Promise<Manifest> {
  const key = manifestKey(stored.version, stored.upload);
  const object = await bucket.get(key);
  if (!object) throw new DamagedTile('manifest', `${key} is missing`);
  if (sha256Of(object.bytes) !== stored.manifest_sha256) {
    throw new DamagedTile('manifest', `${key} is not the one that was published`);
  }
  let manifest: Manifest;
  try {
    manifest = manifestOf(object.bytes, key);
  } catch (cause) {
    if (cause instanceof BadInput) throw new DamagedTile('manifest', cause.message);
    throw cause;
  }
  if (manifest.version !== stored.version || !areSetsOf(manifest, stored.sets)) {
    throw new DamagedTile('manifest', `${key} is of other tile sets than are listed as live or kept`);
  }
  return manifest;
}

export const tileSourceOf = (bucket: Bucket): TileSource => ({
  read: async (key) => {
    const object = await bucket.get(key);
    return object ? new Uint8Array(object.bytes).buffer : null;
  },
});

export interface StoredVerification {
  readonly manifest: Manifest | null;
  readonly objects: number;
  readonly bytes: number;
  /** As sentences. */
  readonly faults: readonly string[];
}

/**
 * Verifies every object: manifest and lists by SHA-256, others as {@link findFaulty} does.
 * @param proven faults of tile sets verified before, as versions share them
 */
export async function verifyStored(
  stored: StoredDataset,
  bucket: Bucket,
  progress: Progress = () => {},
  proven = new Map<string, readonly string[]>(),
): Promise<StoredVerification> {
  let manifest: Manifest;
  try {
    manifest = await readStoredManifest(stored, bucket);
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
    const [entry, place] = [entries[tileSet], stored.sets[tileSet]];
    if (!entry || !place) continue;
    const prefix = tileSetPrefix(tileSet, place);
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
  const listed = readObjectList(list.bytes);
  const faulty = await findFaulty(prefix, listed, await bucket.list(prefix), bucket, onCompared);
  return faulty.map(({ key, fault }) => `${key} is ${fault}`);
}

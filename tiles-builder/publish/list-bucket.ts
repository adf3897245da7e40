/** Lists the regions and versions of a bucket from `current`, with sizes of their objects. */
import type { StoredDataset } from '../../src/format/live-regions.ts';
import type { Bucket } from './bucket.ts';
import { readStateOf } from './bucket-state.ts';
import { folderOf, foldersOf, listObjects, sizeOf_bytes } from './stored-objects.ts';

export interface ListedVersion extends Pick<StoredDataset, 'region' | 'version' | 'since' | 'built_at'> {
  readonly state: 'live' | 'kept';
  /** Includes objects shared with other versions. */
  readonly bytes: number;
}

export interface BucketListing {
  /** Versions by region, the live one first, then the newest first. */
  readonly versions: readonly ListedVersion[];
  readonly bytes: number;
  readonly unused: { readonly objects: number; readonly bytes: number };
  readonly foreign: readonly string[];
}

export async function listBucket(bucket: Bucket): Promise<BucketListing> {
  const state = await readStateOf(bucket);
  const { regions, kept } = state;
  const { used, unused, foreign } = await listObjects(state, bucket);
  const folders = Map.groupBy(used, ({ key }) => folderOf(key));
  const bytesIn = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + sizeOf_bytes(folders.get(name) ?? []), 0);
  const listed =
    (state: ListedVersion['state']) =>
    (stored: StoredDataset): ListedVersion => {
      const { region, version, since, built_at } = stored;
      return { region, version, state, since, built_at, bytes: bytesIn(foldersOf(stored)) };
    };
  const newestFirst = kept.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  const versions = [...regions.map(listed('live')), ...newestFirst.map(listed('kept'))];
  return {
    versions: versions.sort((a, b) => (a.region < b.region ? -1 : Number(a.region > b.region))),
    bytes: bytesIn(new Set([...regions, ...kept].flatMap(foldersOf))),
    unused: { objects: unused.length, bytes: sizeOf_bytes(unused) },
    foreign,
  };
}

/** Lists a bucket's regions and versions from `current`, with sizes from its keys, and other formats. */
import type { StoredDataset } from '../../src/format/live-regions.ts';
import type { Bucket } from './bucket.ts';
import { prefixesOf, type StoredFormat, sizeOf_bytes, sizesOf, sortObjects } from './bucket-objects.ts';
import { readStateOf } from './current-document.ts';

export interface ListedVersion {
  readonly region: string;
  readonly version: string;
  readonly state: 'live' | 'kept' | 'uploading';
  /** ISO 8601. */
  readonly since: string;
  readonly built_at: string;
  /** Includes objects shared with other versions. */
  readonly bytes: number;
}

export interface BucketListing {
  /** By region: the live version, then the newest first. */
  readonly versions: readonly ListedVersion[];
  readonly bytes: number;
  readonly unused: { readonly objects: number; readonly bytes: number };
  readonly formats: readonly StoredFormat[];
  readonly foreign: readonly string[];
}

export async function listBucket(bucket: Bucket): Promise<BucketListing> {
  const { uploads, formats, foreign } = sortObjects(await bucket.list(''));
  const { regions, kept } = await readStateOf(bucket);
  const size = (prefix: string): number => sizeOf_bytes(uploads.get(prefix) ?? []);
  const bytesOf = (stored: StoredDataset): number =>
    prefixesOf(stored).reduce((sum, prefix) => sum + size(prefix), 0);
  const versions: ListedVersion[] = [
    ...regions.map((stored) => ({ ...stored, state: 'live' as const, since: stored.live_since })),
    ...kept
      .map((stored) => ({ ...stored, state: stored.state === 'whole' ? ('kept' as const) : stored.state }))
      .sort((a, b) => (a.since < b.since ? 1 : -1)),
  ].map((stored) => {
    const { region, version, state, since, built_at } = stored;
    return { region, version, state, since, built_at, bytes: bytesOf(stored) };
  });
  const used = new Set([...regions, ...kept].flatMap(prefixesOf));
  const unused = [...uploads].flatMap(([prefix, objects]) => (used.has(prefix) ? [] : objects));
  return {
    versions: versions.sort((a, b) => (a.region < b.region ? -1 : Number(a.region > b.region))),
    bytes: [...used].reduce((sum, prefix) => sum + size(prefix), 0),
    unused: { objects: unused.length, bytes: sizeOf_bytes(unused) },
    formats: sizesOf(formats),
    foreign,
  };
}

/** Divides a bucket's objects into those that live and earlier versions reference, unused ones, and foreign ones. */
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import type { StoredDataset } from '../../src/format/live-regions.ts';
import {
  CURRENT_KEY,
  formatPrefix,
  historyKey,
  manifestKey,
  tileSetPrefix,
} from '../../src/format/object-keys.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import type { BucketState } from './bucket-state.ts';
import { readHistory } from './seen-groups.ts';

const IN_DATASET = new RegExp(
  `^${formatPrefix(FORMAT_VERSION)}(datasets/[a-z0-9-]+-[0-9a-f]{16}|(${TILE_SETS.join('|')})/[0-9a-f]{16})/[^/]+$`,
);
const HISTORY = new RegExp(`^${formatPrefix(FORMAT_VERSION)}history/[0-9a-f]{64}\\.json$`);

export interface BucketObjects {
  /** Objects of datasets, and lists of visible groups, that a live or kept version references. */
  readonly used: readonly ListedObject[];
  readonly unused: readonly ListedObject[];
  /** Keys that no command of this format writes. */
  readonly foreign: readonly string[];
}

export async function listObjects(state: BucketState, bucket: Bucket): Promise<BucketObjects> {
  const isReferenced = await referencedIn(state, bucket);
  const listed = await bucket.list('');
  const isOurs = ({ key }: ListedObject): boolean => IN_DATASET.test(key) || HISTORY.test(key);
  const ours = listed.filter(isOurs);
  return {
    used: ours.filter(({ key }) => isReferenced(key)),
    unused: ours.filter(({ key }) => !isReferenced(key)),
    foreign: listed.filter((object) => object.key !== CURRENT_KEY && !isOurs(object)).map(({ key }) => key),
  };
}

/** Returns the part of an object key that a version references: a tile set, or a manifest. */
export const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1);

export const foldersOf = ({ version, sets }: StoredDataset): string[] => [
  folderOf(manifestKey(version)),
  ...TILE_SETS.flatMap((tileSet) => (sets[tileSet] ? [tileSetPrefix(tileSet, sets[tileSet])] : [])),
];

/** Live and kept versions, and the manifests of all whose groups were ever visible. */
async function referencedIn(state: BucketState, bucket: Bucket): Promise<(key: string) => boolean> {
  const { regions, kept, history_sha256 } = state;
  const seen = await readHistory(history_sha256, bucket);
  const folders = new Set([
    ...[...regions, ...kept].flatMap(foldersOf),
    ...seen.map(({ version }) => folderOf(manifestKey(version))),
  ]);
  const history = history_sha256 === null ? null : historyKey(history_sha256);
  return (key) => key === history || folders.has(folderOf(key));
}

export const sizeOf_bytes = (objects: readonly ListedObject[]): number =>
  objects.reduce((sum, { size_bytes }) => sum + size_bytes, 0);

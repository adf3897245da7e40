/** Sorts a bucket's listed objects: of this format, of other formats, foreign ones; and says which of them are referenced. */
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
  /** Of datasets, and lists of visible groups. */
  readonly ours: readonly ListedObject[];
  readonly formats: ReadonlyMap<number, readonly ListedObject[]>;
  readonly foreign: readonly string[];
}

export function sortObjects(objects: readonly ListedObject[]): BucketObjects {
  const sorted = Map.groupBy(objects, ({ key }) => {
    if (key === CURRENT_KEY) return 'current';
    if (IN_DATASET.test(key) || HISTORY.test(key)) return 'ours';
    const format = Number(/^format-(\d+)\//.exec(key)?.[1] ?? FORMAT_VERSION);
    return format === FORMAT_VERSION ? 'foreign' : format;
  });
  return {
    ours: sorted.get('ours') ?? [],
    formats: new Map([...sorted].flatMap(([of, found]) => (typeof of === 'number' ? [[of, found]] : []))),
    foreign: (sorted.get('foreign') ?? []).map(({ key }) => key),
  };
}

/** Of each object key, the part that a version references: a tile set, or a manifest. */
export const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1);

export const foldersOf = ({ version, sets }: StoredDataset): string[] => [
  folderOf(manifestKey(version)),
  ...TILE_SETS.flatMap((tileSet) => (sets[tileSet] ? [tileSetPrefix(tileSet, sets[tileSet])] : [])),
];

/** Live and kept versions, and the manifests of all whose groups were ever visible. */
export async function referencedIn(state: BucketState, bucket: Bucket): Promise<(key: string) => boolean> {
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

export interface StoredFormat {
  readonly format: number;
  readonly objects: number;
  readonly bytes: number;
}

/** Earliest format first. */
export const sizesOf = (formats: BucketObjects['formats']): StoredFormat[] =>
  [...formats]
    .map(([format, objects]) => ({ format, objects: objects.length, bytes: sizeOf_bytes(objects) }))
    .sort((a, b) => a.format - b.format);

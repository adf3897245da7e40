/**
 * Groups a bucket's listed objects by key prefix: uploads of this format, lists of retained datasets, other formats,
 * foreign objects.
 */
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import type { StoredDataset } from '../../src/format/live-regions.ts';
import {
  CURRENT_KEY,
  formatPrefix,
  KEPT_LISTS_PREFIX,
  manifestKey,
  tileSetPrefix,
} from '../../src/format/object-keys.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import type { ListedObject } from './bucket.ts';

const UPLOADED = new RegExp(
  `^${formatPrefix(FORMAT_VERSION)}(datasets/[a-z0-9-]+-[0-9a-f]{16}|(${TILE_SETS.join('|')})/[0-9a-f]{16})/[0-9a-f]{12}/`,
);

export interface BucketObjects {
  /** By key prefix up to the last slash. */
  readonly uploads: ReadonlyMap<string, readonly ListedObject[]>;
  readonly formats: ReadonlyMap<number, readonly ListedObject[]>;
  readonly keptLists: readonly ListedObject[];
  readonly foreign: readonly string[];
}

export function sortObjects(objects: readonly ListedObject[]): BucketObjects {
  const uploads = new Map<string, ListedObject[]>();
  const formats = new Map<number, ListedObject[]>();
  const keptLists: ListedObject[] = [];
  const foreign: string[] = [];
  for (const object of objects) {
    const { key } = object;
    const prefix = UPLOADED.exec(key)?.[0];
    const format = formatOf(key);
    if (key === CURRENT_KEY) continue;
    if (prefix !== undefined) push(uploads, prefix, object);
    else if (key.startsWith(KEPT_LISTS_PREFIX)) keptLists.push(object);
    else if (format !== null && format !== FORMAT_VERSION) push(formats, format, object);
    else foreign.push(key);
  }
  return { uploads, formats, keptLists, foreign };
}

function formatOf(key: string): number | null {
  const [, format] = /^format-(\d+)\//.exec(key) ?? [];
  return format === undefined ? null : Number(format);
}

function push<Key>(map: Map<Key, ListedObject[]>, key: Key, object: ListedObject): void {
  const there = map.get(key);
  if (there) there.push(object);
  else map.set(key, [object]);
}

export function prefixesOf({ version, upload, sets }: StoredDataset): string[] {
  const manifest = manifestKey(version, upload);
  return [
    manifest.slice(0, manifest.lastIndexOf('/') + 1),
    ...TILE_SETS.flatMap((tileSet) => (sets[tileSet] ? [tileSetPrefix(tileSet, sets[tileSet])] : [])),
  ];
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

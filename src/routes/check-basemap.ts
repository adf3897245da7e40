/**
 * Health check of a basemap: reads a tile and the root of its names, and checks that a random page of the bucket's list lacks
 * no object.
 */
import { DamagedTile } from '../format/envelope.ts';
import type { Basemap } from '../format/manifest.ts';
import { packsInRuns } from '../format/map-pack.ts';
import { foremostNamesName, mapPackName, namesPageName, tileSetPrefix } from '../format/object-keys.ts';
import { OBJECTS_LISTED_AT_ONCE, type Timeouts } from '../limits.ts';
import type { Connections } from '../storage/connections.ts';
import type { LoadedObjects } from '../storage/loaded-objects.ts';
import { readNamesRoot } from '../storage/look-up-names.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { readMapTile } from '../storage/read-map-tile.ts';

export interface ListedKeys {
  readonly keys: readonly string[];
  readonly truncated: boolean;
}

type ListedPart = 'basemap tiles' | 'basemap names';

/** @param after exclusive */
export type ListKeys = (part: ListedPart, prefix: string, after: string | undefined) => Promise<ListedKeys>;

export const listKeysOf =
  (bucket: R2Bucket, { read_ms }: Timeouts, connections: Connections): ListKeys =>
  async (part, prefix, startAfter) => {
    const options = {
      prefix,
      limit: OBJECTS_LISTED_AT_ONCE,
      ...(startAfter !== undefined && { startAfter }),
    };
    const ask = (): Promise<R2Objects> =>
      connections.call(
        part,
        read_ms,
        () => bucket.list(options),
        (listed) => listed,
      );
    const { objects, truncated } = await ask().catch(ask);
    return { keys: objects.map(({ key }) => key), truncated };
  };

/** Five calls. */
export async function checkBasemap(
  { name, packs }: Basemap,
  source: ObjectStore,
  loaded: LoadedObjects,
  listKeys: ListKeys,
): Promise<void> {
  const prefix = tileSetPrefix('basemap', name);
  const readTile = async (): Promise<void> => {
    for (const pack of packsInRuns(packs)) return void (await readMapTile(name, pack, source, loaded));
  };
  const readNames = async (): Promise<void> => {
    const { firstKeys } = await readNamesRoot(name, source, loaded);
    if (firstKeys.length === 0) return;
    const pages = [foremostNamesName, ...firstKeys.map((_, index) => namesPageName(index + 1))];
    const keys = pages.map((page) => prefix + page);
    await requireListed('basemap names', `${prefix}names-`, keys, listKeys);
  };
  const keys = Array.from(packsInRuns(packs), (pack) => prefix + mapPackName(pack));
  await Promise.all([
    readTile(),
    readNames(),
    requireListed('basemap tiles', `${prefix}tiles-`, keys, listKeys),
  ]);
}

/** Requires those that one page of a list may hold. */
export async function requireListed(
  part: ListedPart,
  prefix: string,
  keys: readonly string[],
  listKeys: ListKeys,
): Promise<void> {
  if (keys.length === 0) return;
  const isFirstPage = Math.random() * keys.length < OBJECTS_LISTED_AT_ONCE;
  const after = isFirstPage ? undefined : keys[Math.floor(Math.random() * keys.length)];
  const page = await listKeys(part, prefix, after);
  const there = new Set(page.keys);
  const last = page.truncated ? page.keys.at(-1) : undefined;
  const isInPage = (key: string): boolean =>
    (after === undefined || key > after) && (last === undefined || key <= last);
  const missing = keys.find((key) => isInPage(key) && !there.has(key));
  if (missing !== undefined) throw new DamagedTile(part, `${missing} is missing`);
}

/** Finds names of a basemap by how they begin: two reads, one where the root is in memory. */
import { DamagedTile } from '../format/envelope.ts';
import { type NamedPlace, NamesPage, NamesRoot } from '../format/name-index.ts';
import { namesPageName, namesRootName, type StoredTileSet, tileSetPrefix } from '../format/object-keys.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { TileSource } from './tile-source.ts';

/**
 * @param prefix see {@link prefixOf}, not empty
 * @returns the first of the places, in the order in which they are to be offered; `null` where there is no index of names
 * @throws StorageUnavailable; DamagedTile also where a page is missing
 */
export async function findNames(
  basemap: StoredTileSet,
  prefix: string,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamedPlace[] | null> {
  const read = (name: string): Promise<ArrayBuffer | null> =>
    source.read(tileSetPrefix('basemap', basemap) + name);
  const rootKey = tileSetPrefix('basemap', basemap) + namesRootName;
  let root = loaded.get<NamesRoot>(rootKey);
  if (!root) {
    const bytes = await read(namesRootName);
    if (!bytes) return null;
    root = new NamesRoot(basemap.name, new Uint8Array(bytes));
    loaded.keep(rootKey, root, root.byteLength);
  }
  const page = root.pageOf(prefix);
  if (page === null) return [];
  const name = namesPageName(page);
  const bytes = await read(name);
  if (!bytes) throw new DamagedTile('basemap names', `${name} is missing`);
  return new NamesPage(page, basemap.name, new Uint8Array(bytes)).beginningWith(prefix);
}

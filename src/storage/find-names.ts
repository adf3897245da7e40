/** Finds names of a basemap by how they begin: two reads, one where the root is in memory. */
import { DamagedTile } from '../format/envelope.ts';
import { type NamedPlace, NamesPage, NamesRoot } from '../format/name-index.ts';
import { namesPageName, namesRootName, type StoredTileSet, tileSetPrefix } from '../format/object-keys.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { TileSource } from './tile-source.ts';

/**
 * @param prefix see {@link prefixOf}, not empty
 * @returns the first of the places, in the order in which they are to be offered
 * @throws StorageUnavailable; DamagedTile also where an object is missing
 */
export async function findNames(
  basemap: StoredTileSet,
  prefix: string,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamedPlace[]> {
  const read = async (name: string): Promise<Uint8Array> => {
    const bytes = await source.read(tileSetPrefix('basemap', basemap) + name);
    if (!bytes) throw new DamagedTile('basemap names', `${name} is missing`);
    return new Uint8Array(bytes);
  };
  const rootKey = tileSetPrefix('basemap', basemap) + namesRootName;
  let root = loaded.get<NamesRoot>(rootKey);
  if (!root) {
    root = new NamesRoot(basemap.name, await read(namesRootName));
    loaded.keep(rootKey, root, root.byteLength);
  }
  const page = root.pageOf(prefix);
  if (page === null) return [];
  return new NamesPage(page, basemap.name, await read(namesPageName(page))).beginningWith(prefix);
}

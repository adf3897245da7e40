/** Looks up basemap names by prefix in two reads: the index's root, then a page. */
import { DamagedTile } from '../format/envelope.ts';
import { type NamedPlace, NamesPage, NamesRoot } from '../format/name-index.ts';
import { namesPageName, namesRootName, type StoredTileSet, tileSetPrefix } from '../format/object-keys.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { TileSource } from './tile-source.ts';

/** @param prefix a {@link prefixOf}, not empty */
export async function lookUpNames(
  basemap: StoredTileSet,
  prefix: string,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamedPlace[]> {
  const root = await readNamesRoot(basemap, source, loaded);
  const page = root.pageOf(prefix);
  if (page === null) return [];
  const bytes = await readObject(namesPageName(page), basemap, source);
  return new NamesPage(page, basemap.name, bytes).beginningWith(prefix);
}

export async function readNamesRoot(
  basemap: StoredTileSet,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<NamesRoot> {
  const key = tileSetPrefix('basemap', basemap) + namesRootName;
  const kept = loaded.get<NamesRoot>(key);
  if (kept) return kept;
  const root = new NamesRoot(basemap.name, await readObject(namesRootName, basemap, source));
  loaded.store(key, root, root.byteLength);
  return root;
}

async function readObject(name: string, basemap: StoredTileSet, source: TileSource): Promise<Uint8Array> {
  const bytes = await source.read(tileSetPrefix('basemap', basemap) + name);
  if (!bytes) throw new DamagedTile('basemap names', `${name} is missing`);
  return new Uint8Array(bytes);
}

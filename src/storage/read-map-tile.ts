/** Reads a basemap tile by its byte range, which the cached directory of its pack has. */
import { DamagedTile, type TileSetName } from '../format/envelope.ts';
import { directoryBytes, MapDirectory, mapPackOf, requireMapTile } from '../format/map-pack.ts';
import { mapPackName, tileSetPrefix } from '../format/object-keys.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * @param tile in a pack that the manifest lists
 * @returns `null` if empty
 */
export async function readMapTile(
  basemap: TileSetName,
  tile: MapTile,
  source: ObjectStore,
  loaded: LoadedObjects,
): Promise<ArrayBuffer | null> {
  const pack = mapPackOf(tile);
  const key = tileSetPrefix('basemap', basemap) + mapPackName(pack);
  let directory = loaded.get<MapDirectory>(key);
  if (!directory) {
    const range = { offset_bytes: 0, size_bytes: directoryBytes(pack) };
    const bytes = await source.readRange(key, range);
    if (!bytes) throw new DamagedTile('basemap tiles', `${key} is missing`);
    directory = new MapDirectory(pack, basemap, new Uint8Array(bytes));
    loaded.store(key, directory, range.size_bytes);
  }
  const place = directory.placeOf(tile);
  if (!place) return null;
  try {
    const bytes = await source.readRange(key, place);
    if (!bytes) throw new DamagedTile('basemap tiles', `${key} is missing`);
    requireMapTile(place, new Uint8Array(bytes));
    return bytes;
  } catch (cause) {
    loaded.evict(key);
    throw cause;
  }
}

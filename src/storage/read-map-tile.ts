/** Reads a basemap tile by its byte range, which the cached directory of its pack has. */
import { DamagedTile, type TileSetName } from '../format/envelope.ts';
import { MAX_DIRECTORY_BYTES, mapCellOf, mapPackOf, openMapTile } from '../format/map-pack.ts';
import { mapPackName, tileSetPrefix } from '../format/object-keys.ts';
import { type ByteRange, readDirectory } from '../format/pack.ts';
import type { Cell } from '../geo/cells.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import type { ObjectStore } from './object-store.ts';

/** A directory takes as many bytes in memory, at most. */
const DIRECTORY_IN_MEMORY_BYTES = 10_000;

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
  const read = async (range: ByteRange): Promise<Uint8Array> => {
    const bytes = await source.readRange(key, range);
    if (!bytes) throw new DamagedTile('basemap tiles', `${key} is missing`);
    return new Uint8Array(bytes);
  };
  let directory = loaded.get<ReadonlyMap<Cell, ByteRange>>(key);
  if (!directory) {
    const bytes = await read({ offset_bytes: 0, size_bytes: MAX_DIRECTORY_BYTES });
    directory = readDirectory('basemap', mapCellOf(pack), basemap, bytes);
    loaded.store(key, directory, DIRECTORY_IN_MEMORY_BYTES);
  }
  const range = directory.get(mapCellOf(tile));
  if (!range) return null;
  try {
    return openMapTile(tile, basemap, await read(range)).slice().buffer as ArrayBuffer;
  } catch (cause) {
    loaded.evict(key);
    throw cause;
  }
}

import { readFileSync } from 'node:fs';
import {
  directoryBytes,
  MapDirectory,
  mapPackOf,
  type PackRun,
  placesOf,
  requireMapTile,
  runsOfPacks,
} from '../../src/format/map-pack.ts';
import { mapPackName } from '../../src/format/object-keys.ts';
import type { MapTile } from '../../src/geo/map-tiles.ts';
import type { TileSetFolder } from '../dataset/dataset-folder.ts';
import { checkFills } from './check-fills.ts';
import { isOfNames } from './check-names.ts';

const PACK_NAME = /^tiles-(\d+)-(\d+)-(\d+)$/;

/**
 * Reads every basemap tile: packs are those of the manifest, tiles follow the directory without gaps, polygons can be filled.
 */
export function checkMapPacks(
  { name: setName, objects, fileOf }: TileSetFolder,
  runs: readonly PackRun[],
): {
  packs: number;
  tiles: number;
} {
  let tiles = 0;
  const found: MapTile[] = [];
  const packs = objects.filter((object) => !isOfNames(object));
  for (const listed of packs) {
    const fault = (what: string): never => {
      throw new Error(`basemap/${listed.name}: ${what}`);
    };
    const [zoom, x, y] = (PACK_NAME.exec(listed.name) ?? []).slice(1).map(Number);
    if (zoom === undefined || x === undefined || y === undefined) return fault('no pack has such a name');
    const pack = { zoom, x, y };
    if (mapPackName(mapPackOf(pack)) !== listed.name) fault('packs begin at other zoom levels');
    found.push(pack);
    const bytes = new Uint8Array(readFileSync(fileOf(listed)));
    const directory = new MapDirectory(pack, setName, bytes);
    let end = directoryBytes(pack);
    for (const tile of placesOf(pack)) {
      const place = directory.placeOf(tile);
      if (!place) continue;
      if (place.offset_bytes !== end) fault(`a tile begins at byte ${place.offset_bytes}, expected ${end}`);
      end += place.size_bytes;
      const drawn = bytes.subarray(place.offset_bytes, end);
      requireMapTile(place, drawn);
      try {
        checkFills(drawn);
      } catch (cause) {
        fault(`${tile.zoom}/${tile.x}/${tile.y}: ${(cause as Error).message}`);
      }
      tiles++;
    }
    if (end !== bytes.byteLength) fault(`${bytes.byteLength} bytes, ${end} expected`);
  }
  if (JSON.stringify(runsOfPacks(found)) !== JSON.stringify(runs)) {
    throw new Error('basemap: the manifest lists other packs than there are');
  }
  return { packs: packs.length, tiles };
}

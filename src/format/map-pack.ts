/**
 * Writes and reads map packs: objects with a directory and the basemap tiles below one tile of zoom 4, 8 or 11, of which single
 * tiles are read by byte range. See FORMAT.md.
 */

import type { Cell } from '../geo/cells.ts';
import { splitLongToH3Index } from '../geo/h3.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import { seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { directoryEnd, writePack } from './pack.ts';

/** Basemap tiles exist at these zoom levels and all between; clients enlarge those of the last. */
export const MAP_ZOOMS = { min_zoom: 4, max_zoom: 14 } as const;

/** A pack has the levels from its own to the one above the next. */
export const MAP_PACK_ZOOMS = [4, 8, 11] as const;

/** @throws RangeError beyond MAP_ZOOMS */
export function mapPackOf({ zoom, x, y }: MapTile): MapTile {
  if (zoom < MAP_ZOOMS.min_zoom || zoom > MAP_ZOOMS.max_zoom)
    throw new RangeError(`no map tile has the zoom ${zoom}`);
  const packZoom = MAP_PACK_ZOOMS.findLast((level) => level <= zoom)!;
  const below = zoom - packZoom;
  return { zoom: packZoom, x: x >> below, y: y >> below };
}

/** A run of adjacent packs in one row, from first to last. */
export type PackRun = [zoom: number, y: number, firstX: number, lastX: number];

/** @returns ascending by zoom level, row and column */
export function runsOfPacks(packs: Iterable<MapTile>): PackRun[] {
  const runs: PackRun[] = [];
  for (const { zoom, x, y } of [...packs].sort((a, b) => a.zoom - b.zoom || a.y - b.y || a.x - b.x)) {
    const last = runs.at(-1);
    if (last && last[0] === zoom && last[1] === y && last[3] + 1 >= x) last[3] = x;
    else runs.push([zoom, y, x, x]);
  }
  return runs;
}

export const isInRuns = (runs: readonly PackRun[], pack: MapTile): boolean =>
  runs.some(
    ([zoom, y, firstX, lastX]) => zoom === pack.zoom && y === pack.y && firstX <= pack.x && pack.x <= lastX,
  );

/** Returns the last zoom level of the tiles in a pack. */
export function lastZoomIn({ zoom }: Pick<MapTile, 'zoom'>): number {
  const next = MAP_PACK_ZOOMS.find((level) => level > zoom);
  return next === undefined ? MAP_ZOOMS.max_zoom : next - 1;
}

/** Yields the tiles that a pack may have, in the order of its directory. */
export function* placesOf(pack: MapTile): Generator<MapTile> {
  const last = lastZoomIn(pack);
  for (let zoom = pack.zoom; zoom <= last; zoom++) {
    const side = 2 ** (zoom - pack.zoom);
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        yield { zoom, x: pack.x * side + column, y: pack.y * side + row };
      }
    }
  }
}

/** No pack has more tiles: those of four levels. */
const MOST_TILES = 1 + 4 + 16 + 64;
/** A pack's directory is within these first bytes. */
export const MAX_DIRECTORY_BYTES = directoryEnd(MOST_TILES);

/** Encodes a tile as the cell of an object's identity. */
export const mapCellOf = ({ zoom, x, y }: MapTile): Cell => splitLongToH3Index(y, zoom * 2 ** 24 + x);

const identityOf = (tile: MapTile): TileIdentity => ({
  kind: 'tiles',
  tileSet: 'basemap',
  cell: mapCellOf(tile),
});

/**
 * @param tileAt returns a Mapbox Vector Tile, `null` if empty
 * @returns `null` if all tiles are empty
 */
export function writeMapPack(pack: MapTile, tileAt: (tile: MapTile) => Uint8Array | null): Uint8Array | null {
  const tiles = new Map<Cell, Uint8Array>();
  for (const place of placesOf(pack)) {
    const tile = tileAt(place);
    if (tile) tiles.set(mapCellOf(place), seal(identityOf(place), tile));
  }
  return tiles.size > 0 ? writePack('basemap', mapCellOf(pack), tiles) : null;
}

/**
 * @param sealed the bytes of its range
 * @returns a Mapbox Vector Tile, a view into `sealed`
 * @throws DamagedTile
 */
export const openMapTile = (tile: MapTile, setName: TileSetName, sealed: Uint8Array): Uint8Array =>
  unseal(identityOf(tile), setName, sealed);

/**
 * Writes and reads map packs: objects with a directory and the basemap tiles below one tile of zoom 4, 8 or 11, of which single
 * tiles are read by byte range. See FORMAT.md.
 */

import type { Cell } from '../geo/cells.ts';
import { splitLongToH3Index } from '../geo/h3.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import { checksum, DamagedTile, ENVELOPE_BYTES, openTile, seal, type TileSetName } from './envelope.ts';

/** Basemap tiles exist at these zoom levels and all between; clients enlarge those of the last. */
export const MAP_ZOOMS = { min_zoom: 4, max_zoom: 14 } as const;

/** A pack holds levels from its own to the one above the next. */
export const MAP_PACK_ZOOMS = [4, 8, 11] as const;

const ENTRY_BYTES = 12;

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

export function lastZoomIn({ zoom }: Pick<MapTile, 'zoom'>): number {
  const next = MAP_PACK_ZOOMS.find((level) => level > zoom);
  return next === undefined ? MAP_ZOOMS.max_zoom : next - 1;
}

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

/** The levels above hold 4⁰ + 4¹ + … tiles. */
function placeOf(pack: MapTile, { zoom, x, y }: MapTile): number {
  const side = 2 ** (zoom - pack.zoom);
  return (side ** 2 - 1) / 3 + (y - pack.y * side) * side + (x - pack.x * side);
}

const placesIn = (pack: MapTile): number => (4 ** (lastZoomIn(pack) - pack.zoom + 1) - 1) / 3;

const payloadBytes = (pack: MapTile): number => placesIn(pack) * ENTRY_BYTES;

export const directoryBytes = (pack: MapTile): number => ENVELOPE_BYTES + ((payloadBytes(pack) + 7) & ~7);

const cellOf = ({ zoom, x, y }: MapTile): Cell => splitLongToH3Index(y, zoom * 2 ** 24 + x);

/** @param tileAt Mapbox Vector Tile, `null` if empty */
export function writeMapPack(pack: MapTile, tileAt: (tile: MapTile) => Uint8Array | null): Uint8Array {
  const directory = new DataView(new ArrayBuffer(payloadBytes(pack)));
  const tiles: Uint8Array[] = [];
  let offset = directoryBytes(pack);
  let entry = 0;
  for (const place of placesOf(pack)) {
    const tile = tileAt(place);
    if (tile) {
      directory.setUint32(entry, offset, true);
      directory.setUint32(entry + 4, tile.byteLength, true);
      directory.setUint32(entry + 8, checksum(tile), true);
      tiles.push(tile);
      offset += tile.byteLength;
    }
    entry += ENTRY_BYTES;
  }
  const sealed = seal(
    { kind: 'tiles', tileSet: 'basemap', cell: cellOf(pack) },
    new Uint8Array(directory.buffer),
  );
  const object = new Uint8Array(offset);
  object.set(sealed);
  offset = sealed.byteLength;
  for (const tile of tiles) {
    object.set(tile, offset);
    offset += tile.byteLength;
  }
  return object;
}

export interface MapTilePlace {
  readonly offset_bytes: number;
  readonly size_bytes: number;
  readonly checksum: number;
}

export class MapDirectory {
  readonly #pack: MapTile;
  readonly #entries: DataView;

  /** @param bytes at least {@link directoryBytes} */
  constructor(pack: MapTile, setName: TileSetName, bytes: Uint8Array) {
    const identity = { kind: 'tiles', tileSet: 'basemap', cell: cellOf(pack) } as const;
    this.#pack = pack;
    this.#entries = openTile(
      identity,
      setName,
      bytes.subarray(0, directoryBytes(pack)),
      (payload) => new DataView(payload.slice().buffer),
    );
  }

  /** @returns `null` for an empty tile */
  placeOf(tile: MapTile): MapTilePlace | null {
    const entry = placeOf(this.#pack, tile) * ENTRY_BYTES;
    const [offset_bytes, size_bytes, sum] = [0, 4, 8].map((at) => this.#entries.getUint32(entry + at, true));
    return size_bytes === 0 ? null : { offset_bytes, size_bytes, checksum: sum };
  }
}

/** @throws DamagedTile where the directory disagrees */
export function requireMapTile(place: MapTilePlace, bytes: Uint8Array): void {
  if (bytes.byteLength === place.size_bytes && checksum(bytes) === place.checksum) return;
  throw new DamagedTile('basemap tiles', `at byte ${place.offset_bytes}: not the tile that is listed`);
}

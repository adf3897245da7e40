/** Writes and reads packs: a directory and sealed tiles in one object, so that neighbours cost one read. See FORMAT.md. */

import type { Cell } from '../geo/cells.ts';
import { h3IndexToSplitLong, splitLongToH3Index } from '../geo/h3.ts';
import { DamagedTile, ENVELOPE_BYTES, nameTile, seal, type TileSetName, unseal } from './envelope.ts';
import type { TileSet } from './tile-sets.ts';

const DIRECTORY_ENTRY_BYTES = 16;

export interface ByteRange {
  readonly offset_bytes: number;
  readonly size_bytes: number;
}

/** Offset of the first of this many tiles. */
export const directoryEnd = (tiles: number): number => ENVELOPE_BYTES + tiles * DIRECTORY_ENTRY_BYTES;

export function writePack(tileSet: TileSet, cell: Cell, tiles: ReadonlyMap<Cell, Uint8Array>): Uint8Array {
  const directory = new DataView(new ArrayBuffer(tiles.size * DIRECTORY_ENTRY_BYTES));
  const tilesStart = directoryEnd(tiles.size);
  let offset = tilesStart;
  let entry = 0;
  for (const [tileCell, sealed] of tiles) {
    const [low, high] = h3IndexToSplitLong(tileCell);
    directory.setUint32(entry, high, true);
    directory.setUint32(entry + 4, low, true);
    directory.setUint32(entry + 8, offset, true);
    directory.setUint32(entry + 12, sealed.byteLength, true);
    entry += DIRECTORY_ENTRY_BYTES;
    offset += sealed.byteLength;
  }
  const pack = new Uint8Array(offset);
  pack.set(seal({ kind: 'pack', tileSet, cell }, new Uint8Array(directory.buffer)));
  offset = tilesStart;
  for (const sealed of tiles.values()) {
    pack.set(sealed, offset);
    offset += sealed.byteLength;
  }
  return pack;
}

/**
 * Reads where the tiles of a pack are, one after the other.
 * @param pack its beginning, with the whole directory
 */
export function readDirectory(
  tileSet: TileSet,
  cell: Cell,
  setName: TileSetName,
  pack: Uint8Array,
): Map<Cell, ByteRange> {
  const fail = (found: string): never => {
    throw new DamagedTile(`${tileSet} pack`, `${cell}: ${found}`);
  };
  if (pack.byteLength < ENVELOPE_BYTES) fail(`${pack.byteLength} bytes, shorter than its header`);
  const directoryBytes = new DataView(pack.buffer, pack.byteOffset).getUint32(24, true);
  const sealed = pack.subarray(0, ENVELOPE_BYTES + directoryBytes);
  const payload = unseal({ kind: 'pack', tileSet, cell }, setName, sealed);
  const directory = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const ranges = new Map<Cell, ByteRange>();
  let end = sealed.byteLength;
  for (let entry = 0; entry < directoryBytes; entry += DIRECTORY_ENTRY_BYTES) {
    const [high, low, offset_bytes, size_bytes] = [0, 4, 8, 12].map((at) =>
      directory.getUint32(entry + at, true),
    );
    if (offset_bytes !== end) fail('its directory has gaps');
    ranges.set(splitLongToH3Index(low, high), { offset_bytes, size_bytes });
    end += size_bytes;
  }
  return ranges;
}

/** @returns sealed views into `pack` */
export function readPack(
  tileSet: TileSet,
  cell: Cell,
  setName: TileSetName,
  pack: Uint8Array,
): Map<Cell, Uint8Array> {
  const tiles = new Map<Cell, Uint8Array>();
  const ranges = readDirectory(tileSet, cell, setName, pack);
  let end = directoryEnd(ranges.size);
  for (const [tileCell, { offset_bytes, size_bytes }] of ranges) {
    end = offset_bytes + size_bytes;
    tiles.set(tileCell, pack.subarray(offset_bytes, end));
  }
  if (end !== pack.byteLength)
    throw new DamagedTile(`${tileSet} pack`, `${cell}: ${pack.byteLength} bytes, ${end} expected`);
  return tiles;
}

export function namePack(pack: Uint8Array, setName: TileSetName): void {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
  const directoryEnd = ENVELOPE_BYTES + view.getUint32(24, true);
  nameTile(pack, setName);
  for (let entry = ENVELOPE_BYTES; entry < directoryEnd; entry += DIRECTORY_ENTRY_BYTES) {
    const offset = view.getUint32(entry + 8, true);
    nameTile(pack.subarray(offset, offset + view.getUint32(entry + 12, true)), setName);
  }
}

/**
 * Writes and verifies the header of every tile: identity, tile set, length and checksum (a variant of FNV-1a). See FORMAT.md.
 */

import type { Cell } from '../geo/cells.ts';
import { h3IndexToSplitLong, splitLongToH3Index } from '../geo/h3.ts';
import type { TileSet } from './tile-sets.ts';

export const FORMAT_VERSION = 20;
export const ENVELOPE_BYTES = 40;

export type TileKind =
  | 'count'
  | 'overview'
  | 'road'
  | 'separators'
  | 'pack'
  | 'masks'
  | 'tiles'
  | 'root'
  | 'names'
  | 'current';

/** Logs name an object's kind, without its location; `roads` are inconsistent road tiles. */
export type ObjectPart =
  | 'current'
  | 'manifest'
  | 'list'
  | 'roads'
  | `${TileSet} ${Exclude<TileKind, 'current'>}`;

const MAGIC = 0x43504f50; // "POPC" in little-endian order
const KIND_CODES: Record<TileKind, number> = {
  count: 1,
  overview: 2,
  road: 3,
  pack: 4,
  separators: 5,
  masks: 6,
  tiles: 7,
  root: 8,
  names: 9,
  current: 10,
};
const TILE_SET_CODES: Record<TileSet, number> = {
  pedestrian: 1,
  motorized: 2,
  living: 3,
  working: 4,
  basemap: 5,
};

export type TileIdentity =
  | { readonly kind: Exclude<TileKind, 'current'>; readonly tileSet: TileSet; readonly cell: Cell }
  | { readonly kind: 'current'; readonly tileSet: null; readonly cell: Cell };

const codeOf = ({ tileSet }: TileIdentity): number => (tileSet === null ? 0 : TILE_SET_CODES[tileSet]);

const partOf = (identity: TileIdentity): ObjectPart =>
  identity.tileSet === null ? identity.kind : `${identity.tileSet} ${identity.kind}`;

/** A name has 16 hexadecimal digits of a hash of all objects. */
export type TileSetName = string;

/** A tile set has this name until it is complete. */
export const UNNAMED: TileSetName = '0000000000000000';

/** Every reader of the format throws this for a missing, truncated, foreign or damaged tile. */
export class DamagedTile extends Error {
  override readonly name = 'DamagedTile';
  readonly part: ObjectPart;

  /** @param found not for logs: location and defect */
  constructor(part: ObjectPart, found: string, options?: ErrorOptions) {
    super(`${part} ${found}`, options);
    this.part = part;
  }
}

/** Computes 32-bit FNV-1a (Fowler, Noll, Vo) on zero-padded words, with a rotation, so that it detects any change of one word. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 ^ bytes.byteLength;
  const words = bytes.byteLength >>> 2;
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const view = new Uint32Array(buffer, byteOffset, words);
  for (let i = 0; i < words; i++) hash = mixWord(hash, view[i]);
  if (bytes.byteLength % 4 !== 0) {
    let last = 0;
    for (let i = words * 4; i < bytes.byteLength; i++) last |= bytes[i] << (8 * (i - words * 4));
    hash = mixWord(hash, last);
  }
  return hash >>> 0;
}

function mixWord(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x01000193);
  return (mixed << 13) | (mixed >>> 19);
}

const TILE_SET_NAME = /^[0-9a-f]{16}$/;
const NAME_OFFSET = 16;
const HEADER_CHECKSUM_OFFSET = 32;

function wordsOf(setName: TileSetName): [number, number] {
  if (!TILE_SET_NAME.test(setName)) throw new RangeError(`${setName} is not the name of a tile set`);
  return [Number.parseInt(setName.slice(0, 8), 16), Number.parseInt(setName.slice(8), 16)];
}

/** Prepends a header without a tile set name, and pads to a multiple of 8 bytes. */
export function seal(identity: TileIdentity, payload: Uint8Array): Uint8Array {
  const paddedBytes = (payload.byteLength + 7) & ~7;
  const sealed = new Uint8Array(ENVELOPE_BYTES + paddedBytes);
  sealed.set(payload, ENVELOPE_BYTES);
  const header = new DataView(sealed.buffer);
  const [low, high] = h3IndexToSplitLong(identity.cell);
  header.setUint32(0, MAGIC, true);
  header.setUint16(4, FORMAT_VERSION, true);
  header.setUint8(6, KIND_CODES[identity.kind]);
  header.setUint8(7, codeOf(identity));
  header.setUint32(8, high, true);
  header.setUint32(12, low, true);
  header.setUint32(24, payload.byteLength, true);
  header.setUint32(28, checksum(payload), true);
  nameTile(sealed, UNNAMED);
  return sealed;
}

export const isPack = (object: Uint8Array): boolean => object[6] === KIND_CODES.pack;

/** Writes the tile set's name into the header of a sealed tile, in place. */
export function nameTile(sealed: Uint8Array, setName: TileSetName): void {
  const header = new DataView(sealed.buffer, sealed.byteOffset, ENVELOPE_BYTES);
  const [high, low] = wordsOf(setName);
  header.setUint32(NAME_OFFSET, high, true);
  header.setUint32(NAME_OFFSET + 4, low, true);
  header.setUint32(HEADER_CHECKSUM_OFFSET, checksum(sealed.subarray(0, HEADER_CHECKSUM_OFFSET)), true);
}

/** @returns verified payload, a view into `sealed` */
export function unseal(expected: TileIdentity, setName: TileSetName, sealed: Uint8Array): Uint8Array {
  const fail = (found: string): never => {
    throw new DamagedTile(partOf(expected), `${expected.cell}: ${found}`);
  };
  if (sealed.byteLength < ENVELOPE_BYTES) fail(`${sealed.byteLength} bytes, shorter than its header`);
  const header = new DataView(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (header.getUint32(0, true) !== MAGIC) fail('does not begin like a tile');
  if (
    header.getUint32(HEADER_CHECKSUM_OFFSET, true) !== checksum(sealed.subarray(0, HEADER_CHECKSUM_OFFSET))
  ) {
    fail('damaged header');
  }
  const formatVersion = header.getUint16(4, true);
  if (formatVersion !== FORMAT_VERSION) fail(`format ${formatVersion}, expected ${FORMAT_VERSION}`);
  if (header.getUint8(6) !== KIND_CODES[expected.kind]) fail('another kind of tile');
  if (header.getUint8(7) !== codeOf(expected)) fail(`not of ${expected.tileSet}`);
  const cell = splitLongToH3Index(header.getUint32(12, true), header.getUint32(8, true));
  if (cell !== expected.cell) fail(`holds cell ${cell}`);
  const [high, low] = wordsOf(setName);
  if (header.getUint32(NAME_OFFSET, true) !== high || header.getUint32(NAME_OFFSET + 4, true) !== low) {
    fail(`of another tile set than ${setName}`);
  }
  const payloadBytes = header.getUint32(24, true);
  if (sealed.byteLength !== ENVELOPE_BYTES + ((payloadBytes + 7) & ~7)) {
    fail(`${sealed.byteLength} bytes, its header says ${payloadBytes} and ${ENVELOPE_BYTES} more`);
  }
  const payload = sealed.subarray(ENVELOPE_BYTES, ENVELOPE_BYTES + payloadBytes);
  if (header.getUint32(28, true) !== checksum(payload)) fail('damaged, its checksum differs');
  const padding = sealed.subarray(ENVELOPE_BYTES + payloadBytes);
  if (header.getUint32(36, true) !== 0 || padding.some((byte) => byte !== 0))
    fail('damaged where zeros belong');
  return payload;
}

/** Verifies the header and decodes the payload. */
export const openTile = <T>(
  identity: TileIdentity,
  setName: TileSetName,
  sealed: Uint8Array,
  decode: (payload: Uint8Array) => T,
): T => {
  const payload = unseal(identity, setName, sealed);
  return decoded(partOf(identity), identity.cell, () => decode(payload));
};

/**
 * Runs a decoder on bytes whose checksum is right: who wrote them has checked their content.
 * @throws DamagedTile for anything that `decode` throws: an array that is missing, text that is no JSON
 */
export function decoded<T>(part: ObjectPart, name: string, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedTile(part, `${name}: ${found}`, { cause });
  }
}

/** Checks for decoders that an array is present. */
export function present<T>(array: T | null): T {
  if (array === null) throw new RangeError('an array is missing');
  return array;
}

/**
 * Writes and reads the object `current`, which lists live and earlier datasets as JSON below a header. It is the only mutable
 * object, and is replaced by compare-and-swap.
 */
import { ROOT_TILE } from '../geo/cells.ts';
import { boundingBoxOf } from '../geo/positions.ts';
import { openTile, seal, type TileIdentity, UNNAMED } from './envelope.ts';
import type { DataBoxes, LiveRegion, StoredDataset, StoredTileSets } from './live-regions.ts';
import { COVERED, type Coverage, type Manifest, tileSetsOf } from './manifest.ts';
import { TILE_SETS } from './tile-sets.ts';

/** State of the latest removal of unused objects: until it has ended, those objects may vanish at any moment. */
export interface Removal {
  /** The removal began at this Unix time in ms, above that of the one before; 0 stands for never. */
  readonly began_ms: number;
  readonly ended: boolean;
}

export interface Current {
  /** Regions ascend by name. */
  readonly regions: readonly LiveRegion[];
  /** Regions can go back to these former versions. */
  readonly kept: readonly StoredDataset[];
  /** {@link historyKey} names the history by this hash, `null` if no groups were ever visible. */
  readonly history_sha256: string | null;
  readonly removal: Removal;
  /** Recent writes, newest last, to find those without a response. */
  readonly writes: readonly string[];
}

const IDENTITY: TileIdentity = { kind: 'current', tileSet: null, cell: ROOT_TILE };

export function setsOf(manifest: Manifest): StoredTileSets {
  const entries = tileSetsOf(manifest);
  return Object.fromEntries(TILE_SETS.map((set) => [set, entries[set]?.name ?? null])) as StoredTileSets;
}

export function areSetsOf(manifest: Manifest, sets: StoredTileSets): boolean {
  const own = setsOf(manifest);
  return TILE_SETS.every((tileSet) => own[tileSet] === sets[tileSet]);
}

export const boxesOf = (coverage: Coverage): DataBoxes => {
  const entries = COVERED.map((data) => {
    const zone = coverage[data];
    return [data, zone && boundingBoxOf(zone.flat())];
  });
  return Object.fromEntries(entries) as DataBoxes;
};

export const writeCurrent = (current: Current): Uint8Array =>
  seal(IDENTITY, new TextEncoder().encode(JSON.stringify(current)));

export const readCurrent = (bytes: Uint8Array): Current =>
  openTile(IDENTITY, UNNAMED, bytes, (payload) => JSON.parse(new TextDecoder().decode(payload)) as Current);

/**
 * Writes and reads the object `current`: live and kept datasets as FlatBuffer columns, read in place. It is the only mutable
 * object, replaced by compare-and-swap.
 */
import { ByteBuffer } from 'flatbuffers';
import { ROOT_TILE } from '../geo/cells.ts';
import { boundingBoxOf } from '../geo/positions.ts';
import { openTile, present, seal, type TileIdentity, UNNAMED } from './envelope.ts';
import { Current as CurrentTable } from './generated/current.ts';
import {
  type DataBoxes,
  idsOf,
  type LiveRegion,
  LiveRegions,
  numbersOf,
  type StoredDataset,
  type StoredTileSets,
  timesOf,
} from './live-regions.ts';
import { COVERED, type Coverage, type Manifest, tileSetsOf } from './manifest.ts';
import { TILE_SETS } from './tile-sets.ts';
import { tableBytes } from './write-table.ts';

/** Until a removal has ended, the objects that it found unused may vanish at any moment. */
export interface Removal {
  /** The removal began at this Unix time in ms, above that of the one before; 0 stands for never. */
  readonly began_ms: number;
  readonly ended: boolean;
}

export interface Current<Regions = LiveRegions> {
  readonly regions: Regions;
  /** Regions can go back to these former versions. */
  readonly kept: readonly StoredDataset[];
  /** {@link historyKey} names the history by this hash, `null` where no groups were ever visible. */
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

export function writeCurrent(current: Current<readonly LiveRegion[]>): Uint8Array {
  const { regions, kept, history_sha256, removal, writes } = current;
  const datasets = [...regions, ...kept];
  const bytes = tableBytes(CurrentTable, 'Current', {
    names: datasets.map(({ region }) => region),
    ids: Uint32Array.from(datasets.flatMap(idsOf)),
    times: Float64Array.from(datasets.flatMap(timesOf)),
    boxes: Float64Array.from(regions.flatMap(numbersOf)),
    historySha256: history_sha256,
    removalMs: removal.began_ms,
    removalEnded: removal.ended,
    writes,
  });
  return seal(IDENTITY, bytes);
}

export const readCurrent = (bytes: Uint8Array): Current =>
  openTile(IDENTITY, UNNAMED, bytes, (payload) => {
    const table = CurrentTable.getRootAsCurrent(new ByteBuffer(payload));
    const ids = present(table.idsArray());
    const times = present(table.timesArray());
    const boxes = present(table.boxesArray());
    const regions = new LiveRegions({ nameOf: (index) => table.names(index), ids, times, boxes });
    return {
      regions,
      get kept() {
        return regions.kept();
      },
      history_sha256: table.historySha256(),
      removal: { began_ms: table.removalMs(), ended: table.removalEnded() },
      writes: Array.from({ length: table.writesLength() }, (_, index) => table.writes(index)),
    };
  });

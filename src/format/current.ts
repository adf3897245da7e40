/**
 * Writes and reads the object `current`: live and kept datasets as FlatBuffer columns, read in place. It is the only mutable
 * object, replaced by compare-and-swap.
 */
import { ByteBuffer } from 'flatbuffers';
import { ROOT_TILE } from '../geo/cells.ts';
import { boundingBoxOf } from '../geo/positions.ts';
import { expectSound, openTile, present, seal, type TileIdentity, UNNAMED } from './envelope.ts';
import { Current as CurrentTable } from './generated/current.ts';
import {
  BOXES_PER_REGION,
  type DataBoxes,
  IDS_PER_REGION,
  idsOf,
  type LiveRegion,
  LiveRegions,
  numbersOf,
  type StoredDataset,
  type StoredTileSets,
  TIMES_PER_REGION,
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

/** A `Date` ends at this time. */
const LAST_TIME_MS = 8.64e15;

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
    const buffer = new ByteBuffer(payload);
    expectSound(CurrentTable.bufferHasIdentifier(buffer), 'holds something else');
    const table = CurrentTable.getRootAsCurrent(buffer);
    const ids = present(table.idsArray());
    const times = present(table.timesArray());
    const boxes = present(table.boxesArray());
    const count = table.namesLength();
    const isSound =
      ids.length === count * IDS_PER_REGION &&
      times.length === count * TIMES_PER_REGION &&
      boxes.length % BOXES_PER_REGION === 0 &&
      boxes.length <= count * BOXES_PER_REGION &&
      times.every((time) => Math.abs(time) <= LAST_TIME_MS) &&
      boxes.every((degrees) => Number.isNaN(degrees) || Math.abs(degrees) <= 180) &&
      Math.abs(table.removalMs()) <= LAST_TIME_MS &&
      table.writesLength() <= payload.byteLength;
    expectSound(isSound, 'arrays that do not fit together');
    for (let region = 0; region < count; region++) present(table.names(region));
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

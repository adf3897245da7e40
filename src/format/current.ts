/**
 * Object `current`: live datasets as FlatBuffer columns, read in place. The only mutable object, replaced by compare-and-swap.
 */
import { Builder, ByteBuffer } from 'flatbuffers';
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
  type StoredTileSets,
  TIMES_PER_REGION,
  timesOf,
} from './live-regions.ts';
import { COVERED, type Coverage, type Manifest, tileSetsOf } from './manifest.ts';
import { TILE_SETS } from './tile-sets.ts';

export interface KeptList {
  /** 16 random hexadecimal digits. */
  readonly id: string;
  readonly sha256: string;
}

export interface Current<Regions = LiveRegions> {
  readonly regions: Regions;
  readonly kept: KeptList | null;
  /** Recent writes, newest last, to find those without a response. */
  readonly writes: readonly string[];
}

const IDENTITY: TileIdentity = { kind: 'current', tileSet: null, cell: ROOT_TILE };

/** Of a `Date`, from 1970. */
const LAST_TIME_MS = 8.64e15;

export function areSetsOf(manifest: Manifest, sets: StoredTileSets): boolean {
  const entries = tileSetsOf(manifest);
  return TILE_SETS.every((tileSet) => entries[tileSet]?.name === sets[tileSet]?.name);
}

export const boxesOf = (coverage: Coverage): DataBoxes => {
  const entries = COVERED.map((data) => {
    const zone = coverage[data];
    return [data, zone && boundingBoxOf(zone.flat())];
  });
  return Object.fromEntries(entries) as DataBoxes;
};

export function writeCurrent({ regions, kept, writes }: Current<readonly LiveRegion[]>): Uint8Array {
  const builder = new Builder(4096);
  const strings = (texts: readonly string[]): number[] => texts.map((text) => builder.createString(text));
  const names = CurrentTable.createNamesVector(builder, strings(regions.map(({ region }) => region)));
  const ids = CurrentTable.createIdsVector(builder, Uint32Array.from(regions.flatMap(idsOf)));
  const times = CurrentTable.createTimesVector(builder, Float64Array.from(regions.flatMap(timesOf)));
  const boxes = CurrentTable.createBoxesVector(builder, Float64Array.from(regions.flatMap(numbersOf)));
  const [id, sha256] = kept ? strings([kept.id, kept.sha256]) : [0, 0];
  const written = CurrentTable.createWritesVector(builder, strings(writes));
  const table = CurrentTable.createCurrent(builder, names, ids, times, boxes, id, sha256, written);
  CurrentTable.finishCurrentBuffer(builder, table);
  return seal(IDENTITY, builder.asUint8Array());
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
      boxes.length === count * BOXES_PER_REGION &&
      times.every((time) => Math.abs(time) <= LAST_TIME_MS) &&
      boxes.every((degrees) => Number.isNaN(degrees) || Math.abs(degrees) <= 180) &&
      table.writesLength() <= payload.byteLength;
    expectSound(isSound, 'arrays that do not fit together');
    for (let region = 0; region < count; region++) present(table.names(region));
    const [id, sha256] = [table.keptId(), table.keptSha256()];
    return {
      regions: new LiveRegions({ nameOf: (index) => table.names(index), ids, times, boxes }),
      kept: id !== null && sha256 !== null ? { id, sha256 } : null,
      writes: Array.from({ length: table.writesLength() }, (_, index) => table.writes(index)),
    };
  });

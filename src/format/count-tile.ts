/** Count tile: people by cell of the standard grid, as cumulative sums. */

import { Builder, ByteBuffer } from 'flatbuffers';
import { type Cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION } from '../geo/cells.ts';
import { DamagedTile, seal, type TileIdentity, type TileSetName, unseal } from './envelope.ts';
import { CountTile as CountTileTable } from './generated/count-tile.ts';
import type { Layer } from './tile-sets.ts';
import {
  bytesOfUnits,
  pushNumber,
  readUnits,
  type TileUnits,
  type UnitsToWrite,
  writeUnits,
} from './unit-runs.ts';

export const MILLIPERSONS = 1000;

export const wholePeople = (millipersons: number): number => Math.round(millipersons / MILLIPERSONS);

export interface CountTile {
  readonly cell: Cell;
  /** Cells by `keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)`, ascending. */
  readonly keys: Uint32Array;
  /** Cumulative thousandths of a person, inclusive. */
  readonly runningTotals: Uint32Array;
  /** `null` for `working`. */
  readonly units: TileUnits | null;
  readonly byteLength: number;
}

const BYTES_PER_CELL = 2 * Uint32Array.BYTES_PER_ELEMENT;
const KEY_LIMIT = 8 ** (GRID_RESOLUTION - COUNT_TILE_RESOLUTION);

const identityOf = (tileSet: Layer, cell: Cell): TileIdentity => ({
  kind: 'count',
  tileSet,
  cell,
});

/**
 * @param keys strictly ascending
 * @param millipersons integers of at least 1
 * @throws RangeError above 4,294,967 people
 */
export function writeCountTile(
  layer: Layer,
  cell: Cell,
  keys: readonly number[],
  millipersons: readonly number[],
  units: UnitsToWrite | null = null,
): Uint8Array {
  const total = millipersons.reduce((sum, people) => sum + people, 0);
  if (total > 0xffffffff) throw new RangeError(`Tile ${cell} holds ${total / MILLIPERSONS} people, too many`);
  const bytes: number[] = [];
  for (const [index, key] of keys.entries()) {
    pushNumber(bytes, key - (keys[index - 1] ?? -1));
    pushNumber(bytes, millipersons[index]);
  }
  const builder = new Builder(1024 + bytes.length);
  const people = CountTileTable.createPeopleVector(builder, bytes);
  const written = units && writeUnits(units);
  const unitsVector = written && CountTileTable.createUnitsVector(builder, written.units);
  const runsVector = written && CountTileTable.createUnitRunsVector(builder, written.runs);
  CountTileTable.startCountTile(builder);
  CountTileTable.addCells(builder, keys.length);
  CountTileTable.addPeople(builder, people);
  if (unitsVector !== null) CountTileTable.addUnits(builder, unitsVector);
  if (runsVector !== null) CountTileTable.addUnitRuns(builder, runsVector);
  CountTileTable.finishCountTileBuffer(builder, CountTileTable.endCountTile(builder));
  return seal(identityOf(layer, cell), builder.asUint8Array());
}

export function readCountTile(layer: Layer, cell: Cell, setName: TileSetName, sealed: Uint8Array): CountTile {
  const fail = (found: string): never => {
    throw new DamagedTile(`${layer} count`, `${cell}: ${found}`);
  };
  const buffer = new ByteBuffer(unseal(identityOf(layer, cell), setName, sealed));
  if (!CountTileTable.bufferHasIdentifier(buffer)) fail('no count tile inside');
  const table = CountTileTable.getRootAsCountTile(buffer);
  const people = table.peopleArray();
  const cells = table.cells();
  // A cell takes two bytes: bounds the arrays of a damaged tile.
  if (!people || 2 * cells > people.length) return fail('too short for its cells');
  const keys = new Uint32Array(cells);
  const runningTotals = new Uint32Array(cells);
  let at = 0;
  let key = -1;
  let total = 0;
  for (let index = 0; index < cells; index++) {
    let byte = people[at++];
    let step = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = people[at++];
      step |= (byte & 0x7f) << shift;
    }
    byte = people[at++];
    let millipersons = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = people[at++];
      millipersons |= (byte & 0x7f) << shift;
    }
    key += step;
    total += millipersons >>> 0;
    if (step <= 0 || millipersons === 0) fail('a key or its people do not ascend');
    keys[index] = key;
    runningTotals[index] = total;
  }
  if (at !== people.length || key >= KEY_LIMIT || total > 0xffffffff) fail('keys or people beyond its cells');
  const [list, runs] = [table.unitsArray(), table.unitRunsArray()];
  const units = list && runs && readUnits(list, runs, runningTotals);
  if (units === null && (list || runs)) fail('census units that are not those of its cells');
  return {
    ...{ cell, keys, runningTotals, units },
    byteLength: cells * BYTES_PER_CELL + (units ? bytesOfUnits(units) : 0),
  };
}

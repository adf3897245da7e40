/** Cuts people by cell into packed count tiles by H3 parent, and writes overviews with the total of each tile. */
import { cellToChildren } from 'h3-js';
import { writeCountTile } from '../../src/format/count-tile.ts';
import type { CountLayer, TileSetEntry } from '../../src/format/manifest.ts';
import { overviewName, packName } from '../../src/format/object-keys.ts';
import { type PeopleOfWideUnit, writeOverviewTile } from '../../src/format/overview-tile.ts';
import { writePack } from '../../src/format/pack.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import { isWide, type UnitsToWrite } from '../../src/format/unit-runs.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  keyBelow,
  numberOfTile,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  type TileNumber,
} from '../../src/geo/cells.ts';
import type { AddObject } from '../base/records.ts';
import { keyOfNumber, numberOfKey, PARTITION_RESOLUTION } from '../partitions/partitions.ts';

export type CountFigures = Omit<CountLayer, keyof TileSetEntry>;

export interface PeopleInCells {
  /** Numbers in the partition, ascending and distinct. */
  readonly cell: ArrayLike<number>;
  /** Thousandths of a person, above 0. */
  readonly millipersons: ArrayLike<number>;
}

export interface UnitsInCells {
  /** Unit of each cell. */
  readonly of: ArrayLike<number>;
  /** Thousandths of a unit's people by tile. */
  readonly tilesOf: (unit: number) => ReadonlyMap<TileNumber, number>;
  readonly ratioClassOf: (unit: number) => number;
}

export interface PartitionTiles {
  readonly packs: readonly string[];
  readonly tiles: readonly Cell[];
  /** Thousandths of a person by tile. */
  readonly totals: readonly number[];
  readonly cells: number;
  readonly ofWideUnits: readonly PeopleOfWideUnit[];
}

/** A cell's number in its partition is the number of its tile times this, plus its number in the tile. */
export const NUMBERS_IN_TILE = numberOfKey(8 ** (GRID_RESOLUTION - COUNT_TILE_RESOLUTION));

/** @throws RangeError for a tile above 4,294,967 people */
export function cutPartition(
  layer: Layer,
  partition: Cell,
  people: PeopleInCells,
  add: AddObject,
  units: UnitsInCells | null = null,
): PartitionTiles {
  const totals = new Map<Cell, number>();
  const packs: string[] = [];
  const ofWideUnits: PeopleOfWideUnit[] = [];
  let next = 0;
  for (const pack of cellToChildren(partition, PACK_RESOLUTION)) {
    const tiles = new Map<Cell, Uint8Array>();
    for (const tile of cellToChildren(pack, COUNT_TILE_RESOLUTION)) {
      const number = numberOfKey(keyBelow(tile, PARTITION_RESOLUTION, COUNT_TILE_RESOLUTION));
      const first = next;
      const keys: number[] = [];
      for (; next < people.cell.length; next++) {
        if (Math.floor(people.cell[next] / NUMBERS_IN_TILE) !== number) break;
        keys.push(keyOfNumber(people.cell[next] % NUMBERS_IN_TILE));
      }
      if (keys.length === 0) continue;
      const counts = keys.map((_, i) => people.millipersons[first + i]);
      const inTile = units && {
        of: keys.map((_, i) => units.of[first + i]),
        tilesOf: units.tilesOf,
        ratioClassOf: units.ratioClassOf,
      };
      if (inTile) ofWideUnits.push(...wideUnitsIn(tile, inTile));
      tiles.set(tile, writeCountTile(layer, tile, keys, counts, inTile));
      totals.set(
        tile,
        counts.reduce((sum, count) => sum + count, 0),
      );
    }
    if (tiles.size === 0) continue;
    packs.push(packName(pack));
    add(packName(pack), writePack(layer, pack, tiles));
  }
  if (next < people.cell.length) throw new Error(`cells of ${partition} are not in ascending order`);
  return { packs, tiles: [...totals.keys()], totals: [...totals.values()], cells: next, ofWideUnits };
}

/** Returns people of wide units for the overview of the tile. */
export const wideUnitsIn = (tile: Cell, { of, tilesOf }: UnitsToWrite): PeopleOfWideUnit[] =>
  [...new Set(Array.from(of))]
    .filter((unit) => isWide(tilesOf(unit)))
    .map((unit) => ({ unit, tile, millipersons: tilesOf(unit).get(numberOfTile(tile))! }));

/** Call this after all partitions. */
export function cutOverviews(
  layer: Layer,
  partitions: Iterable<PartitionTiles>,
  add: AddObject,
): CountFigures {
  const totalOf = new Map<Cell, number>();
  const ofWideUnits: PeopleOfWideUnit[] = [];
  let cells = 0;
  for (const { tiles, totals, cells: own, ofWideUnits: wide } of partitions) {
    for (const [i, tile] of tiles.entries()) totalOf.set(tile, totals[i]);
    cells += own;
    ofWideUnits.push(...wide);
  }
  const tiles = [...totalOf.keys()].sort();
  const wideByOverview = Map.groupBy(ofWideUnits, ({ tile }) => parentOf(tile, OVERVIEW_RESOLUTION));
  const byOverview = Map.groupBy(tiles, (tile) => parentOf(tile, OVERVIEW_RESOLUTION));
  for (const [overview, listed] of byOverview) {
    const keys = listed.map((tile) => keyBelow(tile, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION));
    const totals = listed.map((tile) => totalOf.get(tile)!);
    const wide = wideByOverview.get(overview);
    add(overviewName(overview), writeOverviewTile(layer, overview, keys, totals, wide));
  }
  return {
    overviews: [...byOverview.keys()],
    tiles: tiles.length,
    cells,
    total_millipersons: tiles.reduce((sum, tile) => sum + totalOf.get(tile)!, 0),
  };
}

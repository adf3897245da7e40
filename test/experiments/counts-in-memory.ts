/** Serves counts by cell to queries, without tiles. */
import type { CountTile } from '../../src/format/count-tile.ts';
import { NONE_WIDE, type OverviewTile } from '../../src/format/overview-tile.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  keyBelow,
  OVERVIEW_RESOLUTION,
  parentOf,
} from '../../src/geo/cells.ts';
import type { CountTiles } from '../../src/storage/dataset-reader.ts';
import type { MillipersonsByCell } from '../../tiles-builder/base/records.ts';

/** @param people of any requested layer */
export function countsInMemory(people: MillipersonsByCell): CountTiles {
  const tiles = new Map<Cell, CountTile>();
  for (const [cell, cells] of below([...people.keys()].sort(), COUNT_TILE_RESOLUTION)) {
    tiles.set(cell, {
      cell,
      keys: Uint32Array.from(cells, (each) => keyBelow(each, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)),
      runningTotals: Uint32Array.from(runningTotals(cells.map((each) => people.get(each)!))),
      units: null,
      byteLength: 0,
    });
  }
  const overviews = new Map<Cell, OverviewTile>();
  for (const [cell, listed] of below([...tiles.keys()], OVERVIEW_RESOLUTION)) {
    overviews.set(cell, {
      cell,
      keys: Uint32Array.from(listed, (tile) => keyBelow(tile, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION)),
      runningTotals: Float64Array.from(
        runningTotals(listed.map((tile) => tiles.get(tile)!.runningTotals.at(-1)!)),
      ),
      wideUnits: NONE_WIDE,
      byteLength: 0,
    });
  }
  return {
    readOverviews: async (_, cells) => pick(overviews, cells),
    readCountTiles: async (_, cells) => pick(tiles, cells),
  };
}

const below = (cells: readonly Cell[], resolution: number): Map<Cell, Cell[]> =>
  Map.groupBy(cells, (cell) => parentOf(cell, resolution));

function runningTotals(numbers: readonly number[]): number[] {
  let total = 0;
  return numbers.map((number) => (total += number));
}

const pick = <Tile>(tiles: ReadonlyMap<Cell, Tile>, cells: readonly Cell[]): Map<Cell, Tile> =>
  new Map(cells.flatMap((cell) => (tiles.has(cell) ? [[cell, tiles.get(cell)!]] : [])));

import type { CountTile } from '../../src/format/count-tile.ts';
import type { OverviewTile } from '../../src/format/overview-tile.ts';
import { type Cell, COUNT_TILE_RESOLUTION, cellFromKey, OVERVIEW_RESOLUTION } from '../../src/geo/cells.ts';

/** Compares keys and people of a layer's count tiles with their overviews. */
export async function checkCountTiles(
  overviews: readonly OverviewTile[],
  packs: readonly (readonly Cell[])[],
  read: (cells: readonly Cell[]) => Promise<ReadonlyMap<Cell, CountTile>>,
): Promise<{ tiles: number; cells: number; millipersons: number }> {
  const expected = new Map<Cell, number>();
  for (const overview of overviews) {
    for (const [i, key] of overview.keys.entries()) {
      const before = i === 0 ? 0 : overview.runningTotals[i - 1];
      const tile = cellFromKey(overview.cell, OVERVIEW_RESOLUTION, key, COUNT_TILE_RESOLUTION);
      expected.set(tile, overview.runningTotals[i] - before);
    }
  }
  let tiles = 0;
  let cells = 0;
  let millipersons = 0;
  for (const pack of packs) {
    for (const [cell, tile] of await read(pack)) {
      const total = tile.runningTotals.at(-1) ?? 0;
      if (total !== expected.get(cell)) {
        throw new Error(`tile ${cell} holds ${total}, its overview says ${expected.get(cell)}`);
      }
      tiles++;
      cells += tile.keys.length;
      millipersons += total;
    }
  }
  return { tiles, cells, millipersons };
}

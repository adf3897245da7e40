import type { CountTile } from '../../src/format/count-tile.ts';
import type { OverviewTile } from '../../src/format/overview-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { peopleByTile } from '../dataset/count-tiles.ts';

/** Compares keys and people of a layer's count tiles with their overviews. */
export async function checkCountTiles(
  overviews: readonly OverviewTile[],
  packs: readonly (readonly Cell[])[],
  read: (cells: readonly Cell[]) => Promise<ReadonlyMap<Cell, CountTile>>,
): Promise<{ tiles: number; cells: number; millipersons: number }> {
  const expected = peopleByTile(overviews);
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

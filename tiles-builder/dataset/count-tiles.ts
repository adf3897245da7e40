import { cellToParent } from 'h3-js';
import type { OverviewTile } from '../../src/format/overview-tile.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
} from '../../src/geo/cells.ts';

/** Thousandths of a person by tile. */
export const peopleByTile = (overviews: Iterable<OverviewTile>): ReadonlyMap<Cell, number> =>
  new Map(
    [...overviews].flatMap(({ cell, keys, runningTotals }) =>
      Array.from(keys, (key, i): [Cell, number] => [
        cellFromKey(cell, OVERVIEW_RESOLUTION, key, COUNT_TILE_RESOLUTION),
        runningTotals[i] - (i === 0 ? 0 : runningTotals[i - 1]),
      ]),
    ),
  );

/** Lists the cells of the count tiles that overviews list; `tilesByPack` groups them. */
export const tilesIn = (overviews: Iterable<OverviewTile>): Cell[] => [...peopleByTile(overviews).keys()];

export const tilesByPack = (overviews: Iterable<OverviewTile>): Map<Cell, Cell[]> =>
  Map.groupBy(tilesIn(overviews), (tile) => cellToParent(tile, PACK_RESOLUTION));

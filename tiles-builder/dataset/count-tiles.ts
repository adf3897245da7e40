import { cellToParent } from 'h3-js';
import type { OverviewTile } from '../../src/format/overview-tile.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
} from '../../src/geo/cells.ts';

/** Lists the cells of the count tiles that overviews list; `tilesByPack` groups them. */
export const tilesIn = (overviews: Iterable<OverviewTile>): Cell[] =>
  [...overviews].flatMap((overview) =>
    [...overview.keys].map((key) =>
      cellFromKey(overview.cell, OVERVIEW_RESOLUTION, key, COUNT_TILE_RESOLUTION),
    ),
  );

export const tilesByPack = (overviews: Iterable<OverviewTile>): Map<Cell, Cell[]> =>
  Map.groupBy(tilesIn(overviews), (tile) => cellToParent(tile, PACK_RESOLUTION));

import { cellToParent } from 'h3-js';
import type { OverviewTile } from '../../src/format/overview-tile.ts';
import { type Cell, cellFromKey, OVERVIEW_RESOLUTION, PACK_RESOLUTION } from '../../src/geo/cells.ts';

/** The count tiles that overviews list, by the pack that holds them. */
export function tilesByPack(overviews: Iterable<OverviewTile>): Map<Cell, Cell[]> {
  const tiles = [...overviews].flatMap((overview) =>
    [...overview.keys].map((key) =>
      cellFromKey(overview.cell, OVERVIEW_RESOLUTION, key, overview.tileResolution),
    ),
  );
  return Map.groupBy(tiles, (tile) => cellToParent(tile, PACK_RESOLUTION));
}

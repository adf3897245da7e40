/** Says how many people overviews give to count tiles, and count tiles to cells. */
import { cellToParent } from 'h3-js';
import type { CountTile } from '../../src/format/count-tile.ts';
import type { OverviewTile } from '../../src/format/overview-tile.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
} from '../../src/geo/cells.ts';

/** Thousandths of a person by cell. */
type MillipersonsByCell = ReadonlyMap<Cell, number>;

export const peopleByTile = (overviews: Iterable<OverviewTile>): MillipersonsByCell =>
  new Map(
    [...overviews].flatMap((overview) => peopleIn(overview, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION)),
  );

export const peopleByCell = (tile: CountTile): MillipersonsByCell =>
  new Map(peopleIn(tile, COUNT_TILE_RESOLUTION, GRID_RESOLUTION));

const peopleIn = (
  { cell, keys, runningTotals }: CountTile | OverviewTile,
  resolution: number,
  resolutionOfKeys: number,
): [Cell, number][] =>
  Array.from(keys, (key, i) => [
    cellFromKey(cell, resolution, key, resolutionOfKeys),
    runningTotals[i] - (i === 0 ? 0 : runningTotals[i - 1]),
  ]);

/** Lists the cells of the count tiles that overviews list; `tilesByPack` groups them. */
export const tilesIn = (overviews: Iterable<OverviewTile>): Cell[] => [...peopleByTile(overviews).keys()];

export const tilesByPack = (overviews: Iterable<OverviewTile>): Map<Cell, Cell[]> =>
  Map.groupBy(tilesIn(overviews), (tile) => cellToParent(tile, PACK_RESOLUTION));

/** People per cell → count tiles in packs, and the overviews that list them. */
import { cellToParent } from 'h3-js';
import { writeCountTile } from '../../src/format/count-tile.ts';
import type { CountLayer, TileSetEntry } from '../../src/format/manifest.ts';
import { overviewName, packName } from '../../src/format/object-keys.ts';
import { writeOverviewTile } from '../../src/format/overview-tile.ts';
import { writePack } from '../../src/format/pack.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  GRID_RESOLUTION,
  keyBelow,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
} from '../../src/geo/cells.ts';
import type { AddObject, MillipersonsByCell } from '../records.ts';

/** What a manifest says of a layer of counts beside how it is stored. */
export type CountFigures = Omit<CountLayer, keyof TileSetEntry>;

/**
 * Cuts one layer of counts.
 * @param add takes the objects, overviews and then packs, each in ascending order of their cells
 */
export function cutCountTiles(layer: Layer, people: MillipersonsByCell, add: AddObject): CountFigures {
  const occupied = [...people].filter(([, millipersons]) => millipersons > 0);
  occupied.sort(([a], [b]) => (a < b ? -1 : 1));
  const totals = new Map<Cell, number>();
  const tiles = new Map<Cell, Uint8Array>();
  for (const [tile, cells] of groupByParent(occupied, ([cell]) => cell, COUNT_TILE_RESOLUTION)) {
    const keys = cells.map(([cell]) => keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION));
    const millipersons = cells.map(([, count]) => count);
    tiles.set(tile, writeCountTile(layer, tile, keys, millipersons));
    totals.set(
      tile,
      millipersons.reduce((sum, count) => sum + count, 0),
    );
  }

  const overviews: Cell[] = [];
  for (const [overview, listed] of groupByParent(totals.keys(), (tile) => tile, OVERVIEW_RESOLUTION)) {
    const keys = listed.map((tile) => keyBelow(tile, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION));
    const millipersons = listed.map((tile) => totals.get(tile)!);
    add(
      overviewName(overview),
      writeOverviewTile(layer, overview, COUNT_TILE_RESOLUTION, keys, millipersons),
    );
    overviews.push(overview);
  }
  for (const [pack, packed] of groupByParent(tiles, ([tile]) => tile, PACK_RESOLUTION)) {
    add(packName(pack), writePack(layer, pack, new Map(packed)));
  }
  return {
    overviews,
    tiles: tiles.size,
    cells: occupied.length,
    total_millipersons: [...totals.values()].reduce((sum, count) => sum + count, 0),
  };
}

/** Items by their cell's ancestor, both in the order of the items. */
function groupByParent<Item>(
  items: Iterable<Item>,
  cellOf: (item: Item) => Cell,
  resolution: number,
): Map<Cell, Item[]> {
  const groups = new Map<Cell, Item[]>();
  for (const item of items) {
    const parent = cellToParent(cellOf(item), resolution);
    const group = groups.get(parent);
    if (group) group.push(item);
    else groups.set(parent, [item]);
  }
  return groups;
}

import { cellToChildren, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { CountTile } from '../../src/format/count-tile.ts';
import { NONE_WIDE, type OverviewTile } from '../../src/format/overview-tile.ts';
import { COUNT_TILE_RESOLUTION, keyBelow, OVERVIEW_RESOLUTION } from '../../src/geo/cells.ts';
import { checkCountTiles } from '../../tiles-builder/verify/check-count-tiles.ts';

const above = latLngToCell(57.7, 11.97, OVERVIEW_RESOLUTION);
const cells = cellToChildren(above, COUNT_TILE_RESOLUTION).slice(0, 3);

function dataset() {
  const tiles = new Map(
    cells.map((cell): [string, CountTile] => [
      cell,
      {
        cell,
        keys: Uint32Array.of(5, 7, 9),
        runningTotals: Uint32Array.of(1, 3, 6),
        units: null,
        byteLength: 0,
      },
    ]),
  );
  const overview: OverviewTile = {
    cell: above,
    keys: Uint32Array.from(cells, (cell) => keyBelow(cell, OVERVIEW_RESOLUTION, COUNT_TILE_RESOLUTION)),
    runningTotals: Float64Array.of(6, 12, 18),
    wideUnits: NONE_WIDE,
    byteLength: 0,
  };
  return { tiles, overview };
}

const check = ({ tiles, overview }: ReturnType<typeof dataset>) =>
  checkCountTiles([overview], [cells.slice(0, 2), cells.slice(2)], async (pack) => {
    return new Map(pack.map((cell) => [cell, tiles.get(cell)!]));
  });

describe('the tiles of a layer', () => {
  test('are added up', async () => {
    expect(await check(dataset())).toEqual({ tiles: 3, cells: 9, millipersons: 18 });
  });

  test.each<[string, (of: ReturnType<typeof dataset>) => void]>([
    ['a tile holds others than its overview says', ({ overview }) => overview.runningTotals.set([7], 0)],
    ['the last tile does', ({ overview }) => overview.runningTotals.set([19], 2)],
  ])('are refused where %s', async (_, damage) => {
    const damaged = dataset();
    damage(damaged);
    await expect(check(damaged)).rejects.toThrow();
  });
});

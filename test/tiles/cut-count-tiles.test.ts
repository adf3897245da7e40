import fc from 'fast-check';
import { cellToParent, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { type Cell, cellFromKey, keyBelow, parentsOf } from '../../src/geo/cells.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { cutCountTiles } from '../support/datasets/cut-count-tiles.ts';
import { MemoryTileSource } from '../support/datasets/memory-tile-source.ts';
import { tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';

const VERSION = 'town-0123456789abcdef';

const arbitraryPeople = fc
  .array(
    fc.tuple(
      fc.double({ min: 40, max: 50, noNaN: true }),
      fc.double({ min: -1, max: 12, noNaN: true }),
      fc.integer({ min: 1, max: 5_000_000 }),
    ),
    { maxLength: 60 },
  )
  .map((list) => new Map(list.map(([lat, lon, count]) => [latLngToCell(lat, lon, 12), count] as const)));

describe('cutCountTiles', () => {
  test('is read back cell by cell, with the totals of whole tiles', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryPeople, async (people) => {
        const { add, objects, name } = tileSetInMemory('living');
        const layer = cutCountTiles('living', people, add);
        const manifest = { version: VERSION, living: { ...layer, name } } as Manifest;
        const source = new MemoryTileSource(objects);
        const reader = new DatasetReader(manifest, source, new LoadedObjects(1e9));
        const tileCells = parentsOf(people.keys(), 6);
        const found = new Map<Cell, number>();
        for (const [tileCell, tile] of await reader.readCountTiles('living', tileCells)) {
          let before = 0;
          for (const [i, key] of tile.keys.entries()) {
            found.set(cellFromKey(tileCell, 6, key, 12), tile.runningTotals[i] - before);
            before = tile.runningTotals[i];
          }
        }
        expect(new Map([...found].sort())).toEqual(new Map([...people].sort()));

        const overviews = await reader.readOverviews('living', layer.overviews);
        for (const tile of tileCells) {
          const overview = overviews.get(cellToParent(tile, 2))!;
          const index = overview.keys.indexOf(keyBelow(tile, 2, 6));
          const inside = [...people].filter(([cell]) => cellToParent(cell, 6) === tile);
          const before = index === 0 ? 0 : overview.runningTotals[index - 1];
          expect(overview.runningTotals[index] - before).toBe(
            inside.reduce((sum, [, count]) => sum + count, 0),
          );
        }
        expect(layer).toMatchObject({
          tiles: tileCells.length,
          cells: people.size,
          total_millipersons: [...people.values()].reduce((sum, count) => sum + count, 0),
        });
      }),
      { numRuns: 50 },
    );
  });
});

/** Reads of the root, for roads in several cells at resolution 3. */
import { cellToParent, latLngToCell } from 'h3-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { DamagedTile } from '../../src/format/envelope.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import type { Origin } from '../../src/isochrone/reach.ts';
import type { RoadTiles } from '../../src/storage/dataset-reader.ts';
import { roadThrough } from '../roads/hierarchy/random-graph.ts';
import { ArrivalComparison } from '../support/roads/compare-arrivals.ts';
import { type BuiltRoads, RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

const NODES = 300;
const STEP_MS = 1_000;
const road = roadThrough(
  Array.from({ length: NODES }, (_, node) => [5 + node * 0.0125, 45] as const),
  STEP_MS,
);
const provinceOf = (node: number): string =>
  cellToParent(latLngToCell(road.nodeLat[node] / 1e7, road.nodeLon[node] / 1e7, 7), 3);

let built: BuiltRoads;
let tiles: RoadTilesInMemory;
let comparison: ArrivalComparison;
/** Before the road leaves the first cell. */
let last: number;

const originAt = (node: number): Origin =>
  comparison.origin(built.leaves.get(comparison.leafOf(node))!, node, 0);

beforeAll(async () => {
  tiles = new RoadTilesInMemory(road, 60 * STEP_MS);
  built = await tiles.built();
  comparison = new ArrivalComparison(road, built.hierarchy);
  last = Array.from({ length: NODES }, (_, node) => node).findIndex(
    (node) => provinceOf(node + 1) !== provinceOf(0),
  );
});

describe('the root', () => {
  test('has a page for each province from which roads lead out', () => {
    expect(built.provinces.length).toBeGreaterThan(4);
    expect([...built.pages.keys()].sort()).toEqual(built.provinces.map(({ cell }) => cell));
  });

  test('has pages that list the cells within the longest time, not those beyond', () => {
    for (const page of built.pages.values()) {
      expect(page.childCells).toContain(page.cell);
      expect(page.childCells.length).toBeLessThan(built.provinces.length);
    }
  });
});

describe('a search', () => {
  const pagesRead = (): string[] => tiles.calls.flatMap(({ pages = [] }) => pages);

  test('that stays in its cell reads no page', async () => {
    tiles.calls.length = 0;
    const reach = await searchBounded(originAt(10), 5 * STEP_MS, 'motorized', tiles);
    expect(comparison.differences(reach)).toEqual([]);
    expect(pagesRead()).toEqual([]);
  });

  test('that leaves its cell reads the page of that cell alone, however far it goes', async () => {
    for (const node of [last - 3, last, last + 1, last + 40, 150, NODES - 2]) {
      tiles.calls.length = 0;
      const reach = await searchBounded(originAt(node), 60 * STEP_MS, 'motorized', tiles);
      expect(comparison.differences(reach), `from node ${node}`).toEqual([]);
      expect(reach.tiles.size).toBeGreaterThan(10);
      const cell = cellToParent(comparison.leafOf(node), 3);
      expect(pagesRead().filter((page) => page !== cell)).toEqual([]);
      expect(pagesRead().length).toBeLessThanOrEqual(1);
    }
  });

  test('that needs a page which is missing, or another cell’s, is not answered', async () => {
    const without = (pages: BuiltRoads['pages']): RoadTiles => ({
      readRoadTiles: async (travel, cells) => ({ ...(await tiles.readRoadTiles(travel, cells)), pages }),
      provinces: () => built.provinces,
    });
    const search = (pages: BuiltRoads['pages']): Promise<unknown> =>
      searchBounded(originAt(last - 3), 30 * STEP_MS, 'motorized', without(pages));
    await expect(search(new Map())).rejects.toThrow(DamagedTile);
    const far = built.pages.get(provinceOf(NODES - 1))!;
    await expect(search(new Map([[provinceOf(0), far]]))).rejects.toThrow(DamagedTile);
  });
});

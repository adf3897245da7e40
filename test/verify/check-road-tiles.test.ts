import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_GRIDS } from '../../src/format/road-model.ts';
import type { RoadTile } from '../../src/format/road-tile.ts';
import type { SeparatorTile } from '../../src/format/separator-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { RoadCells, RoadTilesRead } from '../../src/storage/dataset-reader.ts';
import { checkRoadTiles, type RoadTilesFound } from '../../tiles-builder/verify/check-road-tiles.ts';
import { randomRoads, seededRandom } from '../support/roads/random-roads.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

const graph = randomRoads(seededRandom(5), 400, [11.97, 57.7], 30_000);
const tiles = new RoadTilesInMemory(graph);
const grids = SAMPLE_GRIDS.motorized.map(({ pixels }) => pixels);

type Damage = (read: RoadTilesRead) => RoadTilesRead;

async function check(damage: Damage = (read) => read): Promise<RoadTilesFound> {
  const { provinces } = await tiles.built();
  return checkRoadTiles(
    provinces.map(({ cell }) => cell),
    async (cells: RoadCells) => damage(await tiles.readRoadTiles('motorized', cells)),
    grids,
  );
}

const withLeaf =
  (cell: Cell, change: (leaf: RoadTile) => Partial<RoadTile>): Damage =>
  (read) => ({ ...read, leaves: changed(read.leaves, cell, change) });

function changed<Tile>(
  all: ReadonlyMap<Cell, Tile>,
  cell: Cell,
  change: (tile: Tile) => Partial<Tile>,
): ReadonlyMap<Cell, Tile> {
  const tile = all.get(cell);
  return tile ? new Map([...all, [cell, { ...tile, ...change(tile) }]]) : all;
}

let leaf: RoadTile;
let parent: SeparatorTile;

beforeAll(async () => {
  const { leaves, separators } = await tiles.built();
  leaf = [...leaves.values()].find(
    ({ edgeTail, up, borderNodes }) => edgeTail.length > 2 && up.ms.length > 2 && borderNodes > 0,
  )!;
  parent = [...separators.values()].find(
    ({ childCells, borderSlot }) => childCells.includes(leaf.cell) && borderSlot.length > 0,
  )!;
});

describe('road tiles', () => {
  test('are all found from the provinces down', async () => {
    const { leaves, separators, pages } = await tiles.built();
    const found = await check();
    expect(found.leaves.toSorted()).toEqual([...leaves.keys()].sort());
    expect(found.separators.toSorted()).toEqual([...separators.keys()].sort());
    expect(found.pages.toSorted()).toEqual([...pages.keys()].sort());
    expect(found.nodes).toBe(graph.nodeLon.length);
    expect(found.edges).toBe(graph.edgeTail.length);
  });

  test.each<[string, () => Damage, RegExp]>([
    [
      'a leaf that its parent lists is missing',
      () => (read) => ({ ...read, leaves: new Map([...read.leaves].filter(([cell]) => cell !== leaf.cell)) }),
      /listed by .* but missing/,
    ],
    [
      'a separator that is listed is missing',
      () => (read) => ({
        ...read,
        separators: new Map([...read.separators].filter(([cell]) => cell !== parent.cell)),
      }),
      /listed by .* is missing/,
    ],
    ['there is no province', () => (read) => ({ ...read, separators: new Map() }), /listed by the manifest/],
    ['masks are missing', () => (read) => ({ ...read, masks: new Map() }), /masks of no children/],
    [
      'a leaf has a border node more than its parent knows',
      () => withLeaf(leaf.cell, ({ borderNodes }) => ({ borderNodes: borderNodes + 1 })),
      /border nodes, its parent knows/,
    ],
  ])('are refused where %s', async (_, damage, message) => {
    await expect(check(damage())).rejects.toThrow(message);
  });
});

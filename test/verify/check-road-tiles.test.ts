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
const withSeparator =
  (cell: Cell, change: (tile: SeparatorTile) => Partial<SeparatorTile>): Damage =>
  (read) => ({ ...read, separators: changed(read.separators, cell, change) });

function changed<Tile>(
  all: ReadonlyMap<Cell, Tile>,
  cell: Cell,
  change: (tile: Tile) => Partial<Tile>,
): ReadonlyMap<Cell, Tile> {
  const tile = all.get(cell);
  return tile ? new Map([...all, [cell, { ...tile, ...change(tile) }]]) : all;
}

function but<Numbers extends Uint32Array | Int32Array>(numbers: Numbers, at: number, value: number): Numbers {
  const copy = numbers.slice() as Numbers;
  copy[at] = value;
  return copy;
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

const slotWithArc = ({ up }: Pick<RoadTile, 'up'>): number =>
  Array.from(up.firstArc).findIndex((first, slot) => up.firstArc[slot + 1] > first);

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
      'an arc of a leaf leads to its own slot',
      () => {
        const slot = slotWithArc(leaf);
        const up = { ...leaf.up, upperSlot: but(leaf.up.upperSlot, leaf.up.firstArc[slot], slot) };
        return withLeaf(leaf.cell, () => ({ up }));
      },
      /does not lead to a higher rank/,
    ],
    [
      'an arc of a leaf leads beyond all slots',
      () => {
        const slots = leaf.nodeFlags.length + leaf.borderNodes;
        const down = { ...leaf.down, upperSlot: but(leaf.down.upperSlot, 0, slots) };
        return withLeaf(leaf.cell, () => ({ down }));
      },
      /does not lead to a higher rank/,
    ],
    [
      'an arc takes less than no time',
      () => withLeaf(leaf.cell, ({ up }) => ({ up: { ...up, ms: but(up.ms, 0, -1) } })),
      /takes -1 ms/,
    ],
    [
      'an arc of a separator is broken',
      () => withSeparator(parent.cell, ({ up }) => ({ up: { ...up, firstArc: but(up.firstArc, 0, 1e6) } })),
      /has no list of arcs/,
    ],
    [
      'an edge begins at no slot',
      () => withLeaf(leaf.cell, ({ edgeTail }) => ({ edgeTail: but(edgeTail, 1, 1e6) })),
      /edge 1 has no such end/,
    ],
    [
      'an edge ends at no slot',
      () => withLeaf(leaf.cell, ({ edgeHead }) => ({ edgeHead: but(edgeHead, 1, 1e6) })),
      /edge 1 has no such end/,
    ],
    [
      'an edge is a single point',
      () =>
        withLeaf(leaf.cell, ({ edgeFirstPoint }) => ({
          edgeFirstPoint: but(edgeFirstPoint, 1, edgeFirstPoint[0] + 1),
        })),
      /edge 0 has no shape/,
    ],
    [
      'a leaf has a border node more than its parent knows',
      () => withLeaf(leaf.cell, ({ borderNodes }) => ({ borderNodes: borderNodes + 1 })),
      /border nodes, its parent knows/,
    ],
    [
      'a child borders on a slot that is none',
      () => withSeparator(parent.cell, ({ borderSlot }) => ({ borderSlot: but(borderSlot, 0, 1e6) })),
      /a child borders on slot 1000000, which is none/,
    ],
  ])('are refused where %s', async (_, damage, message) => {
    await expect(check(damage())).rejects.toThrow(message);
  });
});

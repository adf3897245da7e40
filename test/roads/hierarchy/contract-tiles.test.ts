import { expect, test } from 'vitest';
import type { TileGraph } from '../../../tiles-builder/roads/hierarchy/contract-tile.ts';
import { contractTiles } from '../../../tiles-builder/roads/hierarchy/contract-tiles.ts';
import { seededRandom } from '../../support/random-roads.ts';

/** A long, narrow grid of streets, as its contraction is quick; its last nodes belong to the tiles above. */
function narrowTown(seed: number): TileGraph {
  const random = seededRandom(seed);
  const across = 3;
  const nodes = across * 800;
  const tail: number[] = [];
  const head: number[] = [];
  const ms: number[] = [];
  const join = (from: number, to: number): void => {
    if (random() < 0.05) return;
    tail.push(from);
    head.push(to);
    ms.push(1_000 + Math.floor(random() * 5_000));
  };
  for (let node = 0; node < nodes; node++) {
    for (const next of [node % across < across - 1 ? node + 1 : nodes, node + across]) {
      if (next >= nodes) continue;
      join(node, next);
      join(next, node);
    }
  }
  return {
    ownNodes: nodes - 12,
    borderNodes: 12,
    arcs: { tail: Int32Array.from(tail), head: Int32Array.from(head), ms: Int32Array.from(ms) },
    maxUseful_ms: 3_600_000,
    sparse: true,
  };
}

test('tiles come out the same and in order, however many threads contract them', async () => {
  const graphs = Array.from({ length: 7 }, (_, seed) => narrowTown(seed));
  const arcs = graphs.reduce((sum, graph) => sum + graph.arcs.tail.length, 0);
  expect(arcs, 'enough that threads are started').toBeGreaterThan(50_000);
  const alone = await contractTiles(graphs, 1);
  expect(alone.map(({ nodeOfSlot }) => nodeOfSlot.length)).toEqual(graphs.map(({ ownNodes }) => ownNodes));
  for (const threads of [2, 3]) {
    const together = await contractTiles(graphs, threads);
    together.forEach((tile, index) => {
      for (const part of ['nodeOfSlot', 'down', 'up', 'remaining'] as const) {
        expect(
          JSON.stringify(tile[part]) === JSON.stringify(alone[index]![part]),
          `${part} of ${index}`,
        ).toBe(true);
      }
    });
  }
});

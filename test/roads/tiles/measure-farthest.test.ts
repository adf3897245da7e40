import { expect, test } from 'vitest';
import { NO_ARC_MS } from '../../../src/format/ranked-arcs.ts';
import { MAX_WALK_FROM_ROAD_M, WALKING_SPEED_KM_H } from '../../../src/format/road-model.ts';
import { CLOSED, EXIT_NODE, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { SeparatorTile } from '../../../src/format/separator-tile.ts';
import { isSelfOrAncestor, ROOT } from '../../../tiles-builder/roads/hierarchy/tile-tree.ts';
import { findUnreachable } from '../../../tiles-builder/roads/tiles/find-unreachable.ts';
import { dijkstra, outgoingArcs } from '../../support/roads/dijkstra.ts';
import { randomRoads, seededRandom } from '../../support/roads/random-roads.ts';
import { RoadTilesInMemory } from '../../support/roads/road-tiles-in-memory.ts';

const MAX_MS = 3_600_000;
const WALK_MS = (MAX_WALK_FROM_ROAD_M.motorized / (WALKING_SPEED_KM_H / 3.6)) * 1_000;
const POINTS = 2_000;

function lastPoint_ms(tail_ms: number, head_ms: number, forward_ms: number, backward_ms: number): number {
  let last = 0;
  for (let point = 0; point <= POINTS; point++) {
    const share = point / POINTS;
    const fromTail = forward_ms === CLOSED ? Infinity : tail_ms + share * forward_ms;
    const fromHead = backward_ms === CLOSED ? Infinity : head_ms + (1 - share) * backward_ms;
    last = Math.max(last, Math.min(fromTail, fromHead));
  }
  return last;
}

test.each([
  [1, 9_000],
  [2, 9_000],
  [3, 9_000],
  [4, 9_000],
  [5, 150_000],
])('a subtree is reached as a whole when Dijkstra says so, seed %i, %i m wide', async (seed, width_m) => {
  const graph = randomRoads(seededRandom(seed), 150, [7.42, 43.74], width_m);
  const { hierarchy, separators, pages } = await new RoadTilesInMemory(graph, MAX_MS).built();
  const { tree, tileOfNode, leafOfEdge } = hierarchy.placed;
  const unreachable = findUnreachable(graph);
  const arcs = outgoingArcs(graph);
  const arrival_ms = new Float64Array(graph.nodeLon.length);
  let compared = 0;
  const compare = (parent: SeparatorTile, owner: number): void => {
    parent.childCells.forEach((cell, index) => {
      const child = tree.cells.indexOf(cell);
      hierarchy.tiles.get(child)!.borderNodes.forEach((node, border) => {
        const found_ms = parent.borderFarthest_ms[parent.childFirstBorder[index] + border];
        if (tileOfNode[node] !== owner && found_ms === NO_ARC_MS) return;
        dijkstra(arcs, [{ node, ms: 0 }], Infinity, arrival_ms);
        let expected_ms = 0;
        graph.nodeFlags.forEach((flags, exit) => {
          if (
            !(flags & EXIT_NODE) ||
            unreachable.nodes[exit] ||
            !isSelfOrAncestor(tree, child, tileOfNode[exit])
          )
            return;
          expected_ms = Math.max(expected_ms, arrival_ms[exit] + 1);
        });
        graph.edgeFlags.forEach((flags, edge) => {
          if (
            !(flags & FRONTAGE_EDGE) ||
            unreachable.edges[edge] ||
            !isSelfOrAncestor(tree, child, leafOfEdge[edge])
          )
            return;
          const last_ms = lastPoint_ms(
            arrival_ms[graph.edgeTail[edge]],
            arrival_ms[graph.edgeHead[edge]],
            graph.edgeForward_ms[edge],
            graph.edgeBackward_ms[edge],
          );
          expected_ms = Math.max(expected_ms, last_ms + WALK_MS);
        });
        compared++;
        if (expected_ms > MAX_MS) expect(found_ms).toBe(NO_ARC_MS);
        else {
          expect(found_ms).toBeGreaterThanOrEqual(Math.floor(expected_ms));
          // Error of sampling.
          expect(found_ms - expected_ms).toBeLessThanOrEqual(2 + MAX_MS / POINTS);
        }
      });
    });
  };
  for (const [cell, tile] of separators) compare(tile, tree.cells.indexOf(cell));
  for (const page of pages.values()) compare(page, ROOT);
  expect(compared).toBeGreaterThan(20);
  if (width_m > 100_000) expect(pages.size).toBeGreaterThan(1);
});

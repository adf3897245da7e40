import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membersOf } from '../../../tiles-builder/base/numbers/groups.ts';
import type { HierarchyTile } from '../../../tiles-builder/roads/hierarchy/hierarchy.ts';
import { isSelfOrAncestor, ROOT } from '../../../tiles-builder/roads/hierarchy/tile-tree.ts';
import { withHierarchy } from '../../support/roads/contracted-roads.ts';
import { dijkstra, outgoingArcs } from '../../support/roads/dijkstra.ts';
import { randomGraph } from './random-graph.ts';

const SEED = 20261121;
const MAX_USEFUL_MS = 200;
/** Most pages lack a part of the root. */
const PAGE_LIMIT_MS = 30;

test('every arc leads within its tile or to an ancestor, and up in rank', async () => {
  await fc.assert(
    fc.asyncProperty(randomGraph, (graph) =>
      withHierarchy(graph, MAX_USEFUL_MS, ({ loaded: { placed, tiles, pages } }) => {
        const { tree, tileOfNode } = placed;
        const checkTile = (tile: number, { ownNodes, borderNodes, down, up }: HierarchyTile): void => {
          ownNodes.forEach((node, slot) => {
            expect(tileOfNode[node]).toBe(tile);
            for (const { firstArc, upperSlot } of [down, up]) {
              for (const upper of upperSlot.subarray(firstArc[slot], firstArc[slot + 1])) {
                if (upper >= ownNodes.length)
                  expect(upper).toBeLessThan(ownNodes.length + borderNodes.length);
                else expect(upper).toBeLessThan(slot);
              }
            }
          });
          for (const node of borderNodes) {
            expect(tileOfNode[node]).not.toBe(tile);
            expect(isSelfOrAncestor(tree, tileOfNode[node], tile)).toBe(true);
          }
        };
        for (const [tile, contracted] of tiles) checkTile(tile, contracted);
        for (const page of pages.values()) checkTile(ROOT, page);
      }),
    ),
    { numRuns: 50, endOnFailure: true, seed: SEED },
  );
});

test('a page of the root has what is within the longest time of its province, and no more', async () => {
  let paged = 0;
  let left = 0;
  await fc.assert(
    fc.asyncProperty(randomGraph, (graph) =>
      withHierarchy(graph, PAGE_LIMIT_MS, ({ loaded: { placed, tiles, pages } }) => {
        const root = membersOf(placed.nodesOfTile, ROOT);
        const arcs = outgoingArcs(graph);
        const arrival_ms = new Float64Array(graph.nodeLon.length);
        for (const [province, page] of pages) {
          const starts = Array.from(tiles.get(province)!.borderNodes, (node) => ({ node, ms: 0 }));
          dijkstra(arcs, starts, PAGE_LIMIT_MS, arrival_ms);
          const within = root.filter((node) => arrival_ms[node] <= PAGE_LIMIT_MS);
          expect(page.ownNodes.toSorted()).toEqual(within);
          paged++;
          left += root.length - within.length;
        }
      }),
    ),
    { numRuns: 50, endOnFailure: true, seed: SEED },
  );
  expect(paged).toBeGreaterThan(50);
  expect(left).toBeGreaterThan(1_000);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchBounded } from '../../../src/isochrone/bounded-search.ts';
import { buildHierarchy } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import { isSelfOrAncestor } from '../../../tiles-builder/roads/hierarchy/tile-tree.ts';
import { ArrivalComparison } from '../../support/compare-arrivals.ts';
import { RoadTilesInMemory } from '../../support/road-tiles-in-memory.ts';
import { randomGraph } from './random-graph.ts';

const RUNS = Number(process.env.HIERARCHY_RUNS ?? 300);
const FIXED_SEED = 20261121;
const MAX_USEFUL_MS = 200;

const question = fc.record({
  graph: randomGraph,
  edge: fc.nat(),
  fraction: fc.constantFrom(0, 0.3, 0.5, 1),
  limit_ms: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: MAX_USEFUL_MS })),
});

// fast-check names the seed and the smallest graph in the failure message.
test.each([
  ['a fixed seed', { seed: FIXED_SEED }],
  ['a fresh seed', {}],
])('arrivals are those of Dijkstra on random graphs, %s', async (_name, seed) => {
  await fc.assert(
    fc.asyncProperty(question, async ({ graph, edge, fraction, limit_ms }) => {
      const tiles = new RoadTilesInMemory(graph, MAX_USEFUL_MS);
      const { hierarchy, leaves } = await tiles.built();
      const comparison = new ArrivalComparison(graph, hierarchy);
      const number = edge % graph.edgeTail.length;
      const origin = comparison.origin(leaves.get(comparison.leafOf(number))!, number, fraction);
      const reach = await searchBounded(origin, limit_ms, 'motorized', tiles);
      expect(comparison.differences(reach)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true, ...seed },
  );
});

test('every arc leads within its tile or to an ancestor, and up in rank', async () => {
  await fc.assert(
    fc.asyncProperty(randomGraph, async (graph) => {
      const { tree, tiles, tileOfNode } = await buildHierarchy(graph, {
        maxUseful_ms: MAX_USEFUL_MS,
        threads: 1,
      });
      tiles.forEach(({ ownNodes, borderNodes, down, up }, tile) => {
        ownNodes.forEach((node, slot) => {
          expect(tileOfNode[node]).toBe(tile);
          for (const { firstArc, upperSlot } of [down, up]) {
            for (const upper of upperSlot.subarray(firstArc[slot], firstArc[slot + 1])) {
              if (upper >= ownNodes.length) expect(upper).toBeLessThan(ownNodes.length + borderNodes.length);
              else expect(upper).toBeLessThan(slot);
            }
          }
        });
        for (const node of borderNodes) {
          expect(tileOfNode[node]).not.toBe(tile);
          expect(isSelfOrAncestor(tree, tileOfNode[node]!, tile)).toBe(true);
        }
      });
    }),
    { numRuns: 100, endOnFailure: true, seed: FIXED_SEED },
  );
});

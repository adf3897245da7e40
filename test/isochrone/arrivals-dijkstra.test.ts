import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { randomGraph } from '../roads/hierarchy/random-graph.ts';
import { ArrivalComparison } from '../support/roads/compare-arrivals.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

const RUNS = Number(process.env.ARRIVAL_RUNS ?? 60);
const MAX_USEFUL_MS = 200;

const question = fc.record({
  graph: randomGraph,
  edge: fc.nat(),
  fraction: fc.constantFrom(0, 0.3, 0.5, 1),
  limit_ms: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: MAX_USEFUL_MS })),
});

test('arrivals are those of Dijkstra on random graphs', async () => {
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
    { numRuns: RUNS, endOnFailure: true },
  );
});
